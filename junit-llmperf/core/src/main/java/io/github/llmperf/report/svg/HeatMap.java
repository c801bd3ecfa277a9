package io.github.llmperf.report.svg;

import io.github.llmperf.measure.ValueCounts;
import io.github.llmperf.measure.ValuesOverTime;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How many samples lie where in time and value: cells in columns of equal time and rows of equal ratio. Counts differ by
 * decades, so that cells are told apart by the logarithm of theirs, in {@value #LEVELS} levels.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class HeatMap {

    /** Tints that the eye still tells apart. */
    public static final int LEVELS = 7;

    private static final int[] COLUMNS = {ValuesOverTime.COLUMNS, 60, 40, 30};
    private static final int FEWEST_IN_A_COLUMN = 40;
    private static final int MANY = 5000;
    private static final int ROWS_OF_MANY = 36;
    private static final int ROWS_OF_FEW = 24;

    private final int[][] counts;
    private final int rows;
    private final int most;

    private HeatMap(int[][] counts, int rows) {
        this.counts = counts;
        this.rows = rows;
        int largest = 0;
        for (int[] column : counts) {
            for (int count : column) {
                largest = Math.max(largest, count);
            }
        }
        most = largest;
    }

    /** Counts samples; what lies below the axis is in the lowest row. */
    static HeatMap of(ValuesOverTime values, LogScale scale, int mostColumns) {
        int columns = columns(values.n(), mostColumns);
        int rows = values.n() >= MANY ? ROWS_OF_MANY : ROWS_OF_FEW;
        List<ValueCounts> parts = values.in(columns);
        return new HeatMap(parts.stream().map(part -> counts(part, scale, rows)).toArray(int[][]::new), rows);
    }

    /** Of few samples many columns would be empty or hold one. */
    private static int columns(long samples, int most) {
        for (int columns : COLUMNS) {
            if (columns <= most && samples >= (long) columns * FEWEST_IN_A_COLUMN) {
                return columns;
            }
        }
        return COLUMNS[COLUMNS.length - 1];
    }

    private static int[] counts(ValueCounts samples, LogScale scale, int rows) {
        int[] counts = new int[rows];
        long below = 0;
        for (int row = 0; row < rows; row++) {
            double edge = scale.low() * Math.pow(scale.high() / scale.low(), (row + 1.) / rows);
            long upTo = row == rows - 1 ? samples.n() : samples.below(edge);
            counts[row] = (int) (upTo - below);
            below = upTo;
        }
        return counts;
    }

    int columns() {
        return counts.length;
    }

    /** Rows of values, the lowest one first. */
    int rows() {
        return rows;
    }

    /** Samples in the fullest cell. */
    int most() {
        return most;
    }

    /** How dark a cell is: 0 for an empty one, 1 for a single sample, {@value #LEVELS} for the fullest. */
    int level(int column, int row) {
        int count = counts[column][row];
        if (count == 0) {
            return 0;
        }
        return most == 1 ? LEVELS : 1 + (int) Math.round((LEVELS - 1) * Math.log(count) / Math.log(most));
    }

    /**
     * Returns the cells of a level as strokes of one row's width in the language of SVG, with columns and rows as units, the
     * uppermost row at 0. Neighbours are one stroke.
     */
    String path(int level) {
        List<String> strokes = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            int column = 0;
            while (column < columns()) {
                int from = column;
                while (column < columns() && level(column, row) == level) {
                    column++;
                }
                if (column > from) {
                    strokes.add("M" + from + " " + (rows - 1 - row) + "h" + (column - from));
                } else {
                    column++;
                }
            }
        }
        return String.join("", strokes);
    }
}
