package io.github.llmperf.measure;

import io.github.llmperf.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Samples of one metric over the time of a run.
 *
 * @param metric what was measured, in ms
 * @param all samples of the whole run
 * @param columns samples by time, in {@value #COLUMNS} equal parts of the run
 * @param slices the same in {@value Timeline#SLICES} parts
 * @param dots each sample by itself, where there are {@value #MOST_DOTS} at most; of more none
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ValuesOverTime(
        Metric metric, ValueCounts all, List<ValueCounts> columns, List<ValueCounts> slices, List<Dot> dots) {

    /** Parts of the run that samples are kept by. */
    public static final int COLUMNS = 120;

    /** More are read better as density than one by one. */
    public static final int MOST_DOTS = 400;

    /**
     * A sample.
     *
     * @param at when its request started, or when the gap ended
     */
    public record Dot(long at, double ms) {}

    /** Copies the lists. */
    public ValuesOverTime {
        columns = List.copyOf(columns);
        slices = List.copyOf(slices);
        dots = List.copyOf(dots);
    }

    static ValuesOverTime of(Metric metric, List<ValueCounts> columns, List<Dot> dots) {
        List<ValueCounts> slices = merged(columns, Timeline.SLICES);
        return new ValuesOverTime(metric, ValueCounts.sum(slices), columns, slices, dots);
    }

    /**
     * Returns the number of samples.
     *
     * @return 0 or more
     */
    public long n() {
        return all.n();
    }

    /**
     * Returns whether there are too many samples to be shown one by one.
     *
     * @return false without samples
     */
    public boolean isDense() {
        return n() > dots.size();
    }

    /**
     * Returns the samples in fewer parts of the run.
     *
     * @param parts a divisor of {@value #COLUMNS}
     * @return so many, in order of time
     * @throws IllegalArgumentException if the columns cannot be shared out evenly
     */
    public List<ValueCounts> in(int parts) {
        return switch (parts) {
            case COLUMNS -> columns;
            case Timeline.SLICES -> slices;
            default -> merged(columns, parts);
        };
    }

    private static List<ValueCounts> merged(List<ValueCounts> columns, int parts) {
        if (parts < 1 || columns.size() % parts != 0) {
            throw new IllegalArgumentException(
                    "parts must divide " + columns.size() + " columns evenly, but are " + parts);
        }
        int each = columns.size() / parts;
        List<ValueCounts> merged = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            merged.add(ValueCounts.sum(columns.subList(i * each, (i + 1) * each)));
        }
        return merged;
    }
}
