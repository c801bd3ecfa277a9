package io.github.llmperf.report.svg;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.wording.Figures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where several runs put the percentiles of one latency: for each percentile the lowest and the highest of the runs and
 * their median. Of ten runs on, the lowest and the highest tenth are left out: one odd run must not hide the others.
 */
final class QuantileBand {

    private static final int ENOUGH = 10;
    private static final double MARGIN = .1;

    private final List<Distribution> runs;

    /** Values of all runs at a place of the percentile axis, ascending: each edge of the band asks for them. */
    private final Map<Double, double[]> ascending = new HashMap<>();

    /** Takes the samples of each run; there is at least one. */
    QuantileBand(List<Distribution> runs) {
        this.runs = List.copyOf(runs);
    }

    List<Distribution> runs() {
        return runs;
    }

    /** Whether the outermost runs are left out. */
    boolean isTrimmed() {
        return runs.size() >= ENOUGH;
    }

    /** Whether the runs span anything; a single one is a line. */
    boolean isArea() {
        return runs.size() > 1;
    }

    /** How far all runs reach: none has a percentile that takes more samples than it has. */
    double lastNines() {
        long fewest = runs.stream().mapToLong(Distribution::n).min().orElse(1);
        return Math.log10((double) fewest);
    }

    double low(double nines) {
        return at(nines, isTrimmed() ? MARGIN : 0);
    }

    double middle(double nines) {
        return at(nines, .5);
    }

    double high(double nines) {
        return at(nines, isTrimmed() ? 1 - MARGIN : 1);
    }

    /** Returns a quantile of the runs' percentiles, between two runs in proportion. */
    private double at(double nines, double part) {
        double[] values = ascending.computeIfAbsent(nines, this::ascending);
        double rank = part * (values.length - 1);
        int below = (int) Math.floor(rank);
        double above = values[Math.min(below + 1, values.length - 1)];
        return values[below] + (rank - below) * (above - values[below]);
    }

    private double[] ascending(double nines) {
        return runs.stream()
                .mapToDouble(samples -> ChartData.value(samples, nines))
                .sorted()
                .toArray();
    }

    /** Says what the band is of, such as {@code lowest to highest of 5 stored runs}. */
    String words(String whose) {
        if (!isArea()) {
            return whose;
        }
        return (isTrimmed() ? "middle 80 % of " : "lowest to highest of ") + whose;
    }

    /** Says where a percentile lies, such as {@code p90 1.5 s … 1.7 s, median 1.6 s}. */
    String words(double percentile) {
        double nines = ChartData.nines(percentile);
        String name = "p" + Math.round(percentile) + " ";
        return isArea()
                ? name + Figures.latency(rounded(low(nines))) + " … " + Figures.latency(rounded(high(nines)))
                        + ", median " + Figures.latency(rounded(middle(nines)))
                : name + Figures.latency(rounded(middle(nines)));
    }

    /** Between two runs lies no measured value; four digits are what the others have. */
    private static double rounded(double value) {
        double unit = Math.pow(10, Math.floor(Math.log10(Math.max(value, 1e-9))) - 3);
        return Math.rint(value / unit) * unit;
    }

    /** Returns the extremes of what is drawn, for an axis that holds them. */
    double[] range(double lastNines) {
        double end = Math.min(lastNines, lastNines());
        return new double[] {low(0), high(end)};
    }
}
