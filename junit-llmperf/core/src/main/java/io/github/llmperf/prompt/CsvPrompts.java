package io.github.llmperf.prompt;

import java.util.List;

/** Prompts as the column {@code prompt} of a comma-separated table with a header; other columns are notes. */
final class CsvPrompts {

    private static final String COLUMN = "prompt";

    private CsvPrompts() {}

    static PromptEntries ofRows(PromptFile file) {
        PromptEntries entries = new PromptEntries();
        List<CsvRecord> records = new CsvReader(file).records();
        if (records.isEmpty()) {
            return entries;
        }
        List<String> header = records.get(0).fields();
        int column = column(file, header);
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
            entries.add(Prompt.of(text));
        }
        return entries;
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
