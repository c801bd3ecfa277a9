package io.github.llmperf.metric;

import java.math.BigDecimal;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What is taken from the samples of a {@link Metric}: mean, extremes, standard deviation, a percentile, or the one value
 * of a metric without a distribution.
 *
 * @param kind which statistic
 * @param percentile the percentile, above 0 and below 100; 0 for every other kind
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Statistic(Kind kind, double percentile) {

    /** The kinds of statistics. */
    public enum Kind {
        /** The one number of a run. */
        VALUE,
        /** Sum of the samples over their number. */
        MEAN,
        /** Smallest sample. */
        MIN,
        /** Largest sample. */
        MAX,
        /** Standard deviation of the samples. */
        STDDEV,
        /** The value that a given part of the samples does not exceed. */
        PERCENTILE
    }

    /** The one number of a metric without a distribution. */
    public static final Statistic VALUE = new Statistic(Kind.VALUE, 0);
    /** The mean: what a bare metric name stands for. */
    public static final Statistic MEAN = new Statistic(Kind.MEAN, 0);
    /** The smallest sample. */
    public static final Statistic MIN = new Statistic(Kind.MIN, 0);
    /** The largest sample. */
    public static final Statistic MAX = new Statistic(Kind.MAX, 0);
    /** The standard deviation. */
    public static final Statistic STDDEV = new Statistic(Kind.STDDEV, 0);

    /**
     * Checks the percentile.
     *
     * @throws IllegalArgumentException if a percentile is not above 0 and below 100
     */
    public Statistic {
        if (kind == Kind.PERCENTILE && !(percentile > 0 && percentile < 100)) {
            throw new IllegalArgumentException("percentile must be above 0 and below 100, as in p90 or p99.9, but is "
                    + plain(percentile) + " (for the largest value write \"max\")");
        }
    }

    /**
     * Returns the percentile statistic.
     *
     * @param percentile above 0 and below 100
     * @return the statistic
     * @throws IllegalArgumentException if the percentile is out of range
     */
    public static Statistic percentile(double percentile) {
        return new Statistic(Kind.PERCENTILE, percentile);
    }

    /**
     * Reads {@code mean}, {@code min}, {@code max}, {@code stddev}, or {@code p} and a number.
     *
     * @param text the statistic as it stands behind the dot of a measure
     * @return the statistic
     * @throws IllegalArgumentException if the text is none of these
     */
    public static Statistic parse(String text) {
        return switch (text) {
            case "mean" -> MEAN;
            case "min" -> MIN;
            case "max" -> MAX;
            case "stddev" -> STDDEV;
            default -> percentile(parsePercentile(text));
        };
    }

    private static double parsePercentile(String text) {
        if (text.matches("p-?\\d+(\\.\\d+)?")) {
            return Double.parseDouble(text.substring(1));
        }
        throw new IllegalArgumentException(
                "statistic must be one of mean, min, max, stddev or a percentile such as p90, but is \"" + text + "\"");
    }

    /**
     * Returns whether this is a percentile of 90 or above, where fewer samples decide.
     *
     * @return true from p90 on
     */
    public boolean isTail() {
        return kind == Kind.PERCENTILE && percentile >= 90;
    }

    /**
     * Returns how many samples are needed for this statistic to exist: 1/(1 − q) for a percentile, otherwise 1.
     *
     * @return the number of samples
     */
    public long samplesToExist() {
        if (kind != Kind.PERCENTILE) {
            return 1;
        }
        return (long) Math.ceil(1 / (1 - percentile / 100) - 1e-9);
    }

    @Override
    public String toString() {
        return switch (kind) {
            case VALUE -> "value";
            case MEAN -> "mean";
            case MIN -> "min";
            case MAX -> "max";
            case STDDEV -> "stddev";
            case PERCENTILE -> "p" + plain(percentile);
        };
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
