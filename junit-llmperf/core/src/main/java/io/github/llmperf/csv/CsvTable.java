package io.github.llmperf.csv;

import io.github.llmperf.file.TextFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Comma-separated tables that hold other things than prompts. */
@API(status = Status.INTERNAL, since = "0.1")
public final class CsvTable {

    private CsvTable() {}

    /**
     * Reads a table by RFC 4180, in UTF-8.
     *
     * @return its records, the header among them; lines with nothing on them and those that begin with {@code #} left out
     * @throws IllegalArgumentException if a byte is not UTF-8, or a double quote stands where none may be
     */
    public static List<CsvLine> read(String source, byte[] bytes) {
        String kept = withoutComments(TextFile.of(source, bytes).text());
        TextFile file = TextFile.of(source, kept.getBytes(StandardCharsets.UTF_8));
        return file.read(text -> {
            CsvReader table = new CsvReader(file, text);
            List<CsvLine> lines = new ArrayList<>();
            for (Optional<CsvLine> next = table.next(); next.isPresent(); next = table.next()) {
                lines.add(next.get());
            }
            return lines;
        });
    }

    /** Empties lines that begin with {@code #}, unless a field between double quotes goes on there: lines keep their numbers. */
    private static String withoutComments(String text) {
        StringBuilder kept = new StringBuilder();
        boolean inQuotes = false;
        for (String line : text.split("\n", -1)) {
            boolean isComment = !inQuotes && line.startsWith("#");
            kept.append(isComment ? "" : line).append('\n');
            inQuotes ^= !isComment && line.chars().filter(c -> c == '"').count() % 2 == 1;
        }
        return kept.toString();
    }
}
