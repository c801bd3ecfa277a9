package io.github.llmperf.prompt;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads comma-separated values by RFC 4180: a field between double quotes may contain commas, line breaks and doubled
 * quotes. Lines with nothing on them are passed over.
 */
final class CsvReader {

    private static final char QUOTE = '"';

    private final PromptFile file;
    private final String text;
    private int position;
    private int line;

    CsvReader(PromptFile file) {
        this(file, 1);
    }

    /** Reads a part of a file that begins with a line of this number. */
    CsvReader(PromptFile file, int line) {
        this.file = file;
        this.text = file.text();
        this.line = line;
    }

    /**
     * Returns all records, the header among them.
     *
     * @throws IllegalArgumentException if a quote is open at the end, or stands where none may be
     */
    List<CsvRecord> records() {
        List<CsvRecord> records = new ArrayList<>();
        while (position < text.length()) {
            if (skipBlankLine()) {
                continue;
            }
            records.add(record());
        }
        return records;
    }

    private boolean skipBlankLine() {
        int end = lineEnd();
        if (!text.substring(position, end).isBlank()) {
            return false;
        }
        position = end + 1;
        line++;
        return true;
    }

    private int lineEnd() {
        int end = text.indexOf('\n', position);
        return end < 0 ? text.length() : end;
    }

    private CsvRecord record() {
        int begin = line;
        List<String> fields = new ArrayList<>();
        fields.add(field());
        while (position < text.length() && text.charAt(position) == ',') {
            position++;
            fields.add(field());
        }
        position++;
        line++;
        return new CsvRecord(begin, fields);
    }

    private String field() {
        return position < text.length() && text.charAt(position) == QUOTE ? quoted() : plain();
    }

    private String plain() {
        int begin = position;
        while (position < text.length() && text.charAt(position) != ',' && text.charAt(position) != '\n') {
            if (text.charAt(position) == QUOTE) {
                throw file.error("line " + line + " must have no double quote inside a plain field;"
                        + " put the field between double quotes and double each one inside");
            }
            position++;
        }
        return text.substring(begin, position);
    }

    private String quoted() {
        int begin = line;
        StringBuilder field = new StringBuilder();
        position++;
        while (position < text.length()) {
            char c = text.charAt(position++);
            if (c != QUOTE) {
                field.append(c);
                line += c == '\n' ? 1 : 0;
            } else if (position < text.length() && text.charAt(position) == QUOTE) {
                field.append(QUOTE);
                position++;
            } else {
                requireFieldEnd();
                return field.toString();
            }
        }
        throw file.error("line " + begin + " must close the double quote that it opens, but the file ends before");
    }

    private void requireFieldEnd() {
        if (position < text.length() && text.charAt(position) != ',' && text.charAt(position) != '\n') {
            throw file.error("line " + line + " must have a comma or a line end after a closing double quote, but has '"
                    + text.charAt(position) + "'; double each quote inside a field");
        }
    }
}
