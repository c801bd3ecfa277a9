package io.github.llmperf.prompt;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Prompts as the column {@code prompt} of a comma-separated table with a header, and the most tokens of each answer in a
 * column {@code maxNewTokens}, where there is one; other columns are notes.
 */
final class CsvPrompts {

    private static final String COLUMN = "prompt";
    private static final List<String> LENGTHS = List.of("maxNewTokens", "max_tokens", "output_tokens");
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,9}");

    private CsvPrompts() {}

    static PromptEntries ofRows(PromptFile file) {
        PromptEntries entries = new PromptEntries();
        List<CsvRecord> records = new CsvReader(file).records();
        if (records.isEmpty()) {
            return entries;
        }
        List<String> header = records.get(0).fields();
        int column = column(file, header);
        int lengths = lengths(file, header);
        for (CsvRecord row : records.subList(1, records.size())) {
            if (row.fields().size() != header.size()) {
                throw file.error(
                        "line " + row.line() + " must have " + header.size() + " fields like the header, but has "
                                + row.fields().size() + "; put a field that contains a comma between double quotes");
            }
            String text = row.fields().get(column);
            if (text.isBlank()) {
                throw file.error(
                        "line " + row.line() + " must have a prompt that is not blank; write a text or remove the row");
            }
            Prompt prompt = Prompt.of(text);
            entries.add(
                    lengths < 0 ? prompt : prompt.withAnswerLength(length(file, header.get(lengths), row, lengths)));
        }
        return entries;
    }

    private static int lengths(PromptFile file, List<String> header) {
        List<String> names =
                header.stream().map(String::strip).filter(LENGTHS::contains).toList();
        if (names.size() > 1) {
            throw file.error("must have one column for the length of answers in its header, but has "
                    + String.join(" and ", names) + "; remove or rename one");
        }
        return names.isEmpty()
                ? -1
                : header.stream().map(String::strip).toList().indexOf(names.get(0));
    }

    private static Optional<AnswerLength> length(PromptFile file, String name, CsvRecord row, int column) {
        String field = row.fields().get(column).strip();
        if (field.isEmpty()) {
            return Optional.empty();
        }
        if (!WHOLE.matcher(field).matches() || Integer.parseInt(field) < 1) {
            throw file.error("line " + row.line() + " must have a whole number of 1 or more in column " + name.strip()
                    + ", but has '" + field + "'; correct it, or leave it empty so that maxNewTokens rules");
        }
        return Optional.of(AnswerLength.atMost(Integer.parseInt(field)));
    }

    private static int column(PromptFile file, List<String> header) {
        List<String> names = header.stream().map(String::strip).toList();
        int column = names.indexOf(COLUMN);
        if (column < 0 || names.lastIndexOf(COLUMN) != column) {
            throw file.error("must have one column named prompt in its header, but has " + String.join(", ", names)
                    + "; name it so and separate columns by commas");
        }
        return column;
    }
}
