package io.github.llmperf.prompt;

import io.github.llmperf.csv.CsvLine;
import io.github.llmperf.file.TextFile;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which columns of a table count: {@code prompt}, and {@code maxNewTokens} where there is one; others are notes.
 *
 * @param file where the table stands
 * @param header names of all columns, without space around them
 * @param lengths number of the column with the most tokens of answers; −1 when there is none
 */
record CsvColumns(TextFile file, List<String> header, int prompt, int lengths) {

    private static final String COLUMN = "prompt";
    private static final List<String> LENGTHS = List.of("maxNewTokens", "max_tokens", "output_tokens");
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,9}");

    /**
     * Finds them.
     *
     * @throws IllegalArgumentException if there is no column of prompts, or several of one kind
     */
    static CsvColumns of(TextFile file, CsvLine header) {
        List<String> names = header.fields().stream().map(String::strip).toList();
        int prompt = names.indexOf(COLUMN);
        if (prompt < 0 || names.lastIndexOf(COLUMN) != prompt) {
            throw file.error("must have one column named prompt in its header, but has " + String.join(", ", names)
                    + "; name it so and separate columns by commas");
        }
        List<String> lengths = names.stream().filter(LENGTHS::contains).toList();
        if (lengths.size() > 1) {
            throw file.error("must have one column for the length of answers in its header, but has "
                    + String.join(" and ", lengths) + "; remove or rename one");
        }
        return new CsvColumns(file, names, prompt, lengths.isEmpty() ? -1 : names.indexOf(lengths.get(0)));
    }

    /**
     * Returns the prompt of a row.
     *
     * @throws IllegalArgumentException if the row has other fields than the header, no text or a wrong length
     */
    Prompt prompt(CsvLine row) {
        if (row.fields().size() != header.size()) {
            throw file.error("line " + row.line() + " must have " + header.size() + " fields like the header, but has "
                    + row.fields().size() + "; put a field that contains a comma between double quotes");
        }
        String text = row.fields().get(prompt);
        if (text.isBlank()) {
            throw file.error(
                    "line " + row.line() + " must have a prompt that is not blank; write a text or remove the row");
        }
        return lengths < 0 ? Prompt.of(text) : Prompt.of(text).withAnswerLength(length(row));
    }

    private Optional<AnswerLength> length(CsvLine row) {
        String field = row.fields().get(lengths).strip();
        if (field.isEmpty()) {
            return Optional.empty();
        }
        if (!WHOLE.matcher(field).matches() || Integer.parseInt(field) < 1) {
            throw file.error("line " + row.line() + " must have a whole number of 1 or more in column "
                    + header.get(lengths) + ", but has '" + field
                    + "'; correct it, or leave it empty so that maxNewTokens rules");
        }
        return Optional.of(AnswerLength.atMost(Integer.parseInt(field)));
    }
}
