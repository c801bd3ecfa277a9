package io.github.llmperf.report.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * An aligned table of plain text, at most {@value #MOST_COLUMNS} columns wide as a terminal counts them. The second
 * column holds names: it is aligned to the left, and where the table would be too wide it is shortened in its middle, or
 * goes on in the next line.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class TextTable {

    /** Widest line. */
    public static final int MOST_COLUMNS = 100;

    private static final String GAP = "  ";
    private static final int LEFT_ALIGNED = 2;
    private static final int SHORTENED = 1;
    private static final int LEAST_NAME = 12;

    private final List<List<String>> rows = new ArrayList<>();
    private final Map<Integer, String> below = new HashMap<>();

    private boolean wrapping;

    /**
     * Starts a table.
     *
     * @param headings one per column
     */
    public TextTable(String... headings) {
        row(headings);
    }

    /**
     * Adds a row.
     *
     * @param cells one per column, in the order of the headings
     */
    public TextTable row(String... cells) {
        rows.add(Stream.of(cells).map(VisibleText::text).toList());
        return this;
    }

    /** Adds a line below the last row, from its name on: what would make a column too wide for all the others. */
    public TextTable below(String text) {
        below.put(rows.size() - 1, VisibleText.text(text));
        return this;
    }

    /** Keeps names whole: long names continue in the next line, since users copy names of measures into limits. */
    public TextTable wrappingNames() {
        wrapping = true;
        return this;
    }

    /**
     * Returns the lines.
     *
     * @return one line per row without trailing blanks, or several where names go on, the headings first
     */
    public List<String> lines() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        int total = GAP.length() * (columns - 1);
        for (int width : widths) {
            total += width;
        }
        if (total > MOST_COLUMNS) {
            widths[SHORTENED] = Math.max(LEAST_NAME, widths[SHORTENED] - (total - MOST_COLUMNS));
        }
        List<String> whole = rows.stream().map(row -> row.get(SHORTENED)).toList();
        List<String> shortened = wrapping ? List.of() : names(whole, widths[SHORTENED]);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            List<String> names =
                    wrapping ? NameBreaks.wrapped(whole.get(i), widths[SHORTENED]) : List.of(shortened.get(i));
            List<String> row = new ArrayList<>(rows.get(i));
            row.set(SHORTENED, names.get(0));
            lines.add(line(row, widths));
            String margin = " ".repeat(widths[0]) + GAP;
            Stream.concat(names.stream().skip(1), Stream.ofNullable(below.get(i)))
                    .forEach(rest -> lines.add(margin + rest));
        }
        return lines;
    }

    /** Names that would look alike when shortened lose their common part, or else stay whole. */
    private static List<String> names(List<String> whole, int most) {
        Map<String, Set<String>> alike = new HashMap<>();
        whole.forEach(name -> alike.computeIfAbsent(look(shorten(name, most)), any -> new LinkedHashSet<>())
                .add(name));
        Map<String, String> names = new HashMap<>();
        alike.values().forEach(all -> {
            int begin = all.size() == 1 ? 0 : commonBegin(List.copyOf(all));
            all.forEach(name ->
                    names.put(name, begin == 0 ? shorten(name, most) : "…" + shorten(name.substring(begin), most - 1)));
            if (all.stream().map(names::get).distinct().count() < all.size()) {
                all.forEach(name -> names.put(name, name));
            }
        });
        return whole.stream().map(names::get).toList();
    }

    /** A shortened name without the letters next to the cut, which readers overlook. */
    private static String look(String shown) {
        int cut = shown.indexOf('…');
        return cut < 0
                ? shown
                : shown.substring(0, cut + 1) + shown.substring(cut + 1).replaceFirst("^[^.\\[]+(?=[.\\[])", "");
    }

    /** The end of the common first part of all names: a class, a method or an attribute. */
    private static int commonBegin(List<String> names) {
        String first = names.get(0);
        int common = 0;
        while (common < first.length() && sharesBegin(names, first.substring(0, common + 1))) {
            common++;
        }
        while (common > 0 && ".,[ ".indexOf(first.charAt(common - 1)) < 0) {
            common--;
        }
        return common;
    }

    private static boolean sharesBegin(List<String> names, String begin) {
        return names.stream().allMatch(name -> name.startsWith(begin));
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = row.get(i);
            String padding = " ".repeat(Math.max(0, widths[i] - width(cell)));
            line.append(i == 0 ? "" : GAP).append(i < LEFT_ALIGNED ? cell + padding : padding + cell);
        }
        return line.toString().stripTrailing();
    }

    /**
     * Shortens a text in its middle, as both its ends distinguish rows. Brackets at its end hold the cell of a matrix,
     * which may be the only difference between rows: they stay whole as long as there is room.
     */
    static String shorten(String text, int most) {
        int cell = text.endsWith("]") ? text.indexOf('[') : -1;
        if (width(text) <= most || cell <= 0) {
            return cut(text, most);
        }
        int room = most - width(text.substring(cell));
        return room >= 1
                ? cut(text.substring(0, cell), room) + text.substring(cell)
                : "…[" + cut(text.substring(cell + 1, text.length() - 1), most - 3) + "]";
    }

    private static String cut(String text, int most) {
        if (width(text) <= most) {
            return text;
        }
        int[] points = text.codePoints().toArray();
        int head = 0;
        int tail = points.length;
        int used = 1;
        boolean front = true;
        while (head < tail) {
            int next = width(points[front ? head : tail - 1]);
            if (used + next > most) {
                break;
            }
            used += next;
            if (front) {
                head++;
            } else {
                tail--;
            }
            front = !front;
        }
        return new String(points, 0, head) + "…" + new String(points, tail, points.length - tail);
    }

    private static int width(String text) {
        return text.codePoints().map(TextTable::width).sum();
    }

    private static int width(int c) {
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        boolean wide = (c >= 0x1100 && c <= 0x115F)
                || (c >= 0x2E80 && c <= 0xA4CF)
                || (c >= 0xAC00 && c <= 0xD7A3)
                || (c >= 0xF900 && c <= 0xFAFF)
                || (c >= 0xFE30 && c <= 0xFE6F)
                || (c >= 0xFF00 && c <= 0xFF60)
                || (c >= 0xFFE0 && c <= 0xFFE6)
                || (c >= 0x1F300 && c <= 0x1FAFF)
                || (c >= 0x20000 && c <= 0x3FFFD);
        return wide ? 2 : 1;
    }

    @Override
    public String toString() {
        return lines().stream().collect(Collectors.joining("\n"));
    }
}
