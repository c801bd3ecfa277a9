package io.github.llmperf.csv;

import io.github.llmperf.file.TextFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Reads comma-separated values by RFC 4180, record by record: a field between double quotes may contain commas, line breaks
 * and doubled quotes. Lines with nothing on them are passed over.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class CsvReader {

    private static final char QUOTE = '"';

    private final TextFile file;
    private final BufferedReader in;
    private String text = "";
    private int position;
    private int line;

    /** Begins with the first line. */
    public CsvReader(TextFile file, BufferedReader in) {
        this.file = file;
        this.in = in;
    }

    /**
     * Returns the next record, the header first; empty at the end.
     *
     * @throws IllegalArgumentException if a quote is open at the end, or stands where none may be
     */
    public Optional<CsvLine> next() throws IOException {
        do {
            if (!nextLine()) {
                return Optional.empty();
            }
        } while (text.isBlank());
        int begin = line;
        List<String> fields = new ArrayList<>();
        fields.add(field());
        while (position < text.length()) {
            position++;
            fields.add(field());
        }
        return Optional.of(new CsvLine(begin, fields));
    }

    private boolean nextLine() throws IOException {
        @Nullable String next = in.readLine();
        if (next == null) {
            return false;
        }
        text = next;
        position = 0;
        line++;
        return true;
    }

    /** Reads up to a comma or the end of a line. */
    private String field() throws IOException {
        return position < text.length() && text.charAt(position) == QUOTE ? quoted() : plain();
    }

    private String plain() {
        int begin = position;
        while (position < text.length() && text.charAt(position) != ',') {
            if (text.charAt(position) == QUOTE) {
                throw file.error("line " + line + " must have no double quote inside a plain field;"
                        + " put the field between double quotes and double each one inside");
            }
            position++;
        }
        return text.substring(begin, position);
    }

    private String quoted() throws IOException {
        int begin = line;
        StringBuilder field = new StringBuilder();
        position++;
        while (true) {
            if (position == text.length()) {
                if (!nextLine()) {
                    throw file.error(
                            "line " + begin + " must close the double quote that it opens, but the file ends before");
                }
                field.append('\n');
                continue;
            }
            char c = text.charAt(position++);
            if (c != QUOTE) {
                field.append(c);
            } else if (position < text.length() && text.charAt(position) == QUOTE) {
                field.append(QUOTE);
                position++;
            } else {
                requireFieldEnd();
                return field.toString();
            }
        }
    }

    private void requireFieldEnd() {
        if (position < text.length() && text.charAt(position) != ',') {
            throw file.error("line " + line + " must have a comma or a line end after a closing double quote, but has '"
                    + text.charAt(position) + "'; double each quote inside a field");
        }
    }
}
