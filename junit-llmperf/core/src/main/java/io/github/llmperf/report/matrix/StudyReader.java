package io.github.llmperf.report.matrix;

import io.github.llmperf.csv.CsvLine;
import io.github.llmperf.csv.CsvTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Reads a published table from a CSV file. Each column of its header is an attribute of the load, {@code target},
 * {@code label}, {@code note}, or a figure: {@code e2e.p50}, {@code e2e.p50 [s]} where the numbers have another unit, or
 * {@code e2e.p50 ±25%} where another closeness is asked for. Empty fields say nothing.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class StudyReader {

    private static final String LABEL = "label";
    private static final String NOTE = "note";
    private static final Pattern FIGURE =
            Pattern.compile("(?<name>\\S+)(?:\\s*\\[(?<unit>[^\\]]+)])?(?:\\s*±\\s*(?<share>[0-9.]+)\\s*%)?");

    private final String source;
    private final Set<String> settings;

    /** What a column holds; a figure with its unit, and the others by their name alone. */
    private record Column(String name, Figure figure, String unit) {
        boolean isFigure() {
            return !unit.isEmpty();
        }
    }

    private StudyReader(String source, Set<String> settings) {
        this.source = source;
        this.settings = settings;
    }

    /**
     * Reads a table.
     *
     * @param source what messages call the file, such as {@code study file 'djl.csv'}
     * @throws IllegalArgumentException if the file is not UTF-8 or no CSV, a column is not known or stands twice, a line is
     *     too long or too short, a number cannot be read, there is no setting, no figure or no row; the message names file,
     *     line and column
     */
    public static StudyTable read(String source, byte[] bytes, Set<String> settings) {
        return new StudyReader(source, Set.copyOf(settings)).read(CsvTable.read(source, bytes));
    }

    private StudyTable read(List<CsvLine> lines) {
        if (lines.size() < 2) {
            throw error("must have a header and one row at least, but has " + lines.size() + " lines");
        }
        Map<Figure, StudyTolerance> published = new LinkedHashMap<>();
        List<Column> columns = columns(lines.get(0), published);
        List<StudyTable.Row> rows = new ArrayList<>();
        for (CsvLine line : lines.subList(1, lines.size())) {
            rows.add(row(line, columns));
        }
        return new StudyTable(source, published, rows);
    }

    private List<Column> columns(CsvLine header, Map<Figure, StudyTolerance> published) {
        List<Column> columns = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String field : header.fields()) {
            Column column = column(field.trim(), published);
            if (!seen.add(column.isFigure() ? column.name() + " [" + column.unit() + "]" : column.name())) {
                throw error("must have each column once, but has \"" + column.name() + "\" twice; remove one");
            }
            columns.add(column);
        }
        if (columns.stream().noneMatch(c -> settings.contains(c.name()) && !c.isFigure())) {
            throw error("must have a column that says what was run, such as users or target, but has only " + seen);
        }
        if (published.isEmpty()) {
            throw error(
                    "must have a column of published numbers, such as requestRate or ttft.p90, but has only " + seen);
        }
        return columns;
    }

    private Column column(String text, Map<Figure, StudyTolerance> published) {
        if (settings.contains(text) || text.equals(LABEL) || text.equals(NOTE)) {
            return new Column(text, Figure.of("failed"), "");
        }
        Matcher matcher = FIGURE.matcher(text);
        if (!matcher.matches()) {
            throw wrongColumn(text, "it cannot be read");
        }
        try {
            Figure figure = Figure.of(matcher.group("name"));
            String unit = matcher.group("unit") == null
                    ? figure.unit()
                    : matcher.group("unit").trim();
            figure.parse("1", unit);
            if (published.put(figure, closeness(figure, matcher.group("share"))) != null) {
                throw new IllegalArgumentException("it stands twice; remove one");
            }
            return new Column(figure.name(), figure, unit);
        } catch (IllegalArgumentException e) {
            throw wrongColumn(text, String.valueOf(e.getMessage()));
        }
    }

    private static StudyTolerance closeness(Figure figure, @Nullable String share) {
        StudyTolerance usual = StudyTolerance.of(figure);
        return share == null ? usual : new StudyTolerance(Double.parseDouble(share) / 100, usual.absolute());
    }

    private IllegalArgumentException wrongColumn(String text, String why) {
        if (text.contains(";") || text.contains("\t")) {
            return error("must have commas between its columns, but has \"" + text + "\"; save it with commas");
        }
        Optional<String> meant =
                settings.stream().filter(text::equalsIgnoreCase).findFirst();
        if (meant.isPresent()) {
            return error("must have its columns as they are written in @LlmLoad, but has \"" + text + "\"; write "
                    + meant.get());
        }
        return error("must have columns that are attributes of @LlmLoad, target, label, note, or figures such as"
                + " requestRate, failed or e2e.p50 [s] ±15%, but has \"" + text + "\": " + why);
    }

    private StudyTable.Row row(CsvLine line, List<Column> columns) {
        if (line.fields().size() != columns.size()) {
            throw error("line " + line.line() + " must have " + columns.size() + " fields as the header has, but has "
                    + line.fields().size());
        }
        Map<String, String> said = new LinkedHashMap<>();
        Map<Figure, Double> values = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            String field = line.fields().get(i).trim();
            Column column = columns.get(i);
            if (!field.isEmpty() && column.isFigure()) {
                values.put(column.figure(), number(field, column, line.line()));
            } else if (!field.isEmpty()) {
                said.put(column.name(), field);
            }
        }
        String label = said.getOrDefault(LABEL, "");
        String note = said.getOrDefault(NOTE, "");
        said.keySet().removeAll(List.of(LABEL, NOTE));
        return new StudyTable.Row(line.line(), said, values, label, note);
    }

    private double number(String field, Column column, int line) {
        try {
            return column.figure().parse(field, column.unit());
        } catch (IllegalArgumentException e) {
            throw error("line " + line + " must have a number in column " + column.name() + ", but has \"" + field
                    + "\": " + e.getMessage());
        }
    }

    private IllegalArgumentException error(String sentence) {
        return new IllegalArgumentException(source + " " + sentence);
    }
}
