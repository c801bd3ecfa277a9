package io.github.llmperf.measure;

import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How often which values of one metric occurred, to 3 significant digits: what percentiles and heat maps of a part of a run
 * need, and nothing else. Takes far less time to make and to add up than a {@link Distribution}, of which a run has a few
 * and this hundreds.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class ValueCounts {

    private final Ranks ranks;
    private final double min;
    private final double max;

    ValueCounts(Ranks ranks, double min, double max) {
        this.ranks = ranks;
        this.min = min;
        this.max = max;
    }

    /** Returns the values of several parts as one. */
    static ValueCounts sum(List<ValueCounts> parts) {
        return new ValueCounts(
                Ranks.sum(parts.stream().map(part -> part.ranks).toList()),
                parts.stream().mapToDouble(part -> part.min).min().orElse(Double.POSITIVE_INFINITY),
                parts.stream().mapToDouble(part -> part.max).max().orElse(Double.NEGATIVE_INFINITY));
    }

    /**
     * Returns the number of samples.
     *
     * @return 0 or more
     */
    public long n() {
        return ranks.n();
    }

    /**
     * Returns the smallest value.
     *
     * @return in the metric's unit; infinity without samples
     */
    public double min() {
        return min;
    }

    /**
     * Returns the largest value.
     *
     * @return in the metric's unit; negative infinity without samples
     */
    public double max() {
        return max;
    }

    /**
     * Returns a percentile by nearest rank.
     *
     * @param percentile above 0, at most 100
     * @return in the metric's unit; not a number without samples
     */
    public double percentile(double percentile) {
        if (n() == 0) {
            return Double.NaN;
        }
        double value = ranks.valueOf(Distribution.rank(percentile, n())) / Distribution.SCALE;
        return Math.min(Math.max(value, min), max);
    }

    /**
     * Returns how many samples lie below a value. Those within 0.1 % of it may count as not below.
     *
     * @param value in the metric's unit
     * @return 0 to {@link #n()}
     */
    public long below(double value) {
        long counted = Math.round(Math.max(0, value) * Distribution.SCALE);
        return ranks.notAbove(BucketCounts.least(counted) - 1);
    }

    @Override
    public String toString() {
        return n() == 0 ? "no samples" : "n=" + n() + " min=" + min + " max=" + max;
    }
}
