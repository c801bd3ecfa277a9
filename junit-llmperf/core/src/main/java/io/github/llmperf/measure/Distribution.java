package io.github.llmperf.measure;

import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Statistic;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Samples of one metric: exact count, mean and extremes, and a histogram of 3 significant digits (HdrHistogram, unit
 * one thousandth of the metric's unit) for percentiles. Distributions can be added up. Not for use by several threads at
 * once while samples are added.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class Distribution {

    /** Histogram counts per unit: 1 µs for milliseconds. */
    static final double SCALE = 1000;

    private static final int DIGITS = 3;

    /** Samples added as a whole distribution, and samples added one by one. */
    private Ranks wholes = Ranks.NONE;

    private @Nullable BucketCounts counts;
    private @Nullable Ranks ranks = Ranks.NONE;
    private long n;
    private int digits = DIGITS;
    private double sum;
    private double sumOfSquares;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    /** Starts without samples. */
    public Distribution() {}

    /**
     * Returns a distribution of given samples.
     *
     * @param samples values in the metric's unit; negative ones count as 0
     * @return the distribution
     * @throws IllegalArgumentException if a sample is not a finite number
     */
    public static Distribution of(double... samples) {
        Distribution distribution = new Distribution();
        for (double sample : samples) {
            distribution.add(sample);
        }
        return distribution;
    }

    /** Returns the samples of several distributions as one. */
    static Distribution sum(List<Distribution> parts) {
        Distribution sum = new Distribution();
        sum.wholes = Ranks.sum(parts.stream().map(Distribution::ranks).toList());
        sum.ranks = sum.wholes;
        parts.forEach(sum::addMoments);
        return sum;
    }

    /**
     * Adds a sample.
     *
     * @param sample in the metric's unit; a negative one counts as 0
     * @throws IllegalArgumentException if the sample is not a finite number
     */
    public void add(double sample) {
        if (!Double.isFinite(sample)) {
            throw new IllegalArgumentException("sample must be a finite number, but is " + sample);
        }
        double value = Math.max(0, sample);
        count(Math.round(value * SCALE), 1);
        sum += value;
        sumOfSquares += value * value;
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    private void count(long value, long times) {
        if (counts == null) {
            counts = new BucketCounts();
        }
        counts.add(value, times);
        n += times;
        ranks = null;
    }

    /**
     * Adds all samples of another distribution.
     *
     * @param other left as it is
     */
    public void add(Distribution other) {
        wholes = wholes.plus(other.ranks());
        ranks = null;
        addMoments(other);
    }

    private void addMoments(Distribution other) {
        digits = Math.min(digits, other.digits);
        addMoments(other.n, other.sum, other.sumOfSquares, other.min, other.max);
    }

    private void addMoments(long samples, double exactSum, double exactSumOfSquares, double least, double most) {
        n += samples;
        sum += exactSum;
        sumOfSquares += exactSumOfSquares;
        min = Math.min(min, least);
        max = Math.max(max, most);
    }

    /** Adds values in thousandths of the unit, and what they are exactly. */
    void add(Ranks values, double exactSum, double exactSumOfSquares, double least, double most) {
        wholes = wholes.plus(values);
        ranks = null;
        addMoments(values.n(), exactSum, exactSumOfSquares, least, most);
    }

    /**
     * Returns the number of samples.
     *
     * @return 0 or more
     */
    public long n() {
        return n;
    }

    /**
     * Returns how many samples lie below a value. Those within 0.1 % of it may count as not below: the histogram knows no
     * more.
     *
     * @param value in the metric's unit; a negative one counts as 0
     * @return 0 to {@link #n()}
     */
    public long below(double value) {
        long last = BucketCounts.least(Math.round(Math.max(0, value) * SCALE)) - 1;
        return last < 0 ? 0 : ranks().notAbove(last);
    }

    /**
     * Returns the sum of the samples over their number.
     *
     * @return the mean; not a number without samples
     */
    public double mean() {
        return n() == 0 ? Double.NaN : sum / n();
    }

    /**
     * Returns the standard deviation of the samples (divisor n − 1).
     *
     * @return the standard deviation; 0 for one sample, not a number without samples
     */
    public double stddev() {
        if (n < 2) {
            return n == 1 ? 0 : Double.NaN;
        }
        return Math.sqrt(Math.max(0, (sumOfSquares - sum * sum / n) / (n - 1)));
    }

    /**
     * Returns the smallest sample.
     *
     * @return the minimum; not a number without samples
     */
    public double min() {
        return n() == 0 ? Double.NaN : min;
    }

    /**
     * Returns the largest sample.
     *
     * @return the maximum; not a number without samples
     */
    public double max() {
        return n() == 0 ? Double.NaN : max;
    }

    /**
     * Returns the smallest value that at least the given part of the samples does not exceed (nearest rank), within the
     * histogram's 0.1 %.
     *
     * @param percentile above 0, at most 100
     * @return the percentile in the metric's unit; not a number without samples
     * @throws IllegalArgumentException if the percentile is out of range
     */
    public double percentile(double percentile) {
        return percentile(percentile, 0);
    }

    /**
     * Returns a percentile where some requests took for ever.
     *
     * @param percentile above 0, at most 100
     * @param infinite requests that count as infinitely slow, besides the samples; 0 or more
     * @return the percentile in the metric's unit, infinity when it falls among the infinite ones; not a number when there
     *     is neither
     * @throws IllegalArgumentException if the percentile is out of range
     */
    public double percentile(double percentile, long infinite) {
        if (!(percentile > 0 && percentile <= 100)) {
            throw new IllegalArgumentException("percentile must be above 0 and at most 100, but is " + percentile);
        }
        if (n + infinite == 0) {
            return Double.NaN;
        }
        long rank = rank(percentile, n + infinite);
        if (rank > n) {
            return Double.POSITIVE_INFINITY;
        }
        double value = ranks().valueOf(rank) / SCALE;
        return Math.min(Math.max(value, min), max);
    }

    /** Returns which of so many samples, in ascending order and counted from 1, is a percentile: the nearest rank. */
    static long rank(double percentile, long samples) {
        return Math.max(1, (long) Math.ceil(percentile / 100 * samples - 1e-9));
    }

    /** Returns the samples by rank. */
    Ranks ranks() {
        Ranks known = ranks;
        if (known == null) {
            known = counts == null ? wholes : wholes.plus(counts.ranks());
            ranks = known;
        }
        return known;
    }

    /**
     * Returns a statistic of the samples.
     *
     * @param statistic any but the one value of a run
     * @return its value in the metric's unit; not a number without samples
     * @throws IllegalArgumentException if it is {@link Statistic.Kind#VALUE}
     */
    public double value(Statistic statistic) {
        return value(statistic, 0);
    }

    /**
     * Returns a statistic where some requests took for ever; only percentiles take note of them.
     *
     * @param statistic any but the one value of a run
     * @param infinite requests that count as infinitely slow, besides the samples; 0 or more
     * @return its value in the metric's unit; not a number without samples
     * @throws IllegalArgumentException if it is {@link Statistic.Kind#VALUE}
     */
    public double value(Statistic statistic, long infinite) {
        return switch (statistic.kind()) {
            case MEAN -> mean();
            case MIN -> min();
            case MAX -> max();
            case STDDEV -> stddev();
            case PERCENTILE -> percentile(statistic.percentile(), infinite);
            case VALUE -> throw new IllegalArgumentException("a distribution has no single value; ask for its mean");
        };
    }

    /**
     * Returns how far a percentile may lie from the sample that it stands for.
     *
     * @param value a percentile, in the metric's unit
     * @return in the metric's unit: a thousandth of the value, or more when this was read from a coarser form; at least
     *     one count
     */
    public double resolution(double value) {
        return Math.max(value * Math.pow(10, -digits), 1 / SCALE);
    }

    /**
     * Returns the histogram in HdrHistogram's compressed form, base64.
     *
     * @return text that {@link #decode} or any HdrHistogram reader understands; values are thousandths of the unit
     */
    public String encode() {
        return encode(DIGITS);
    }

    /**
     * Returns a coarser and shorter form of the histogram.
     *
     * @param significantDigits how exact values are kept: 1 to 3
     * @return text that {@link #decode} understands
     * @throws IllegalArgumentException if the digits are out of range
     */
    public String encode(int significantDigits) {
        if (significantDigits < 1 || significantDigits > DIGITS) {
            throw new IllegalArgumentException(
                    "significantDigits must be 1 to " + DIGITS + ", but is " + significantDigits);
        }
        Histogram plain = emptyHistogram(significantDigits);
        ranks().addTo(plain);
        ByteBuffer target = ByteBuffer.allocate(plain.getNeededByteBufferCapacity());
        int length = plain.encodeIntoCompressedByteBuffer(target);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(target.array(), length));
    }

    /** Returns a histogram as exact as those of distributions. */
    static Histogram emptyHistogram() {
        return emptyHistogram(DIGITS);
    }

    private static Histogram emptyHistogram(int significantDigits) {
        Histogram plain = new Histogram(significantDigits);
        plain.setAutoResize(true);
        return plain;
    }

    /** Makes a histogram that of these samples, in thousandths of the unit. */
    void copyInto(Histogram target) {
        target.reset();
        ranks().addTo(target);
    }

    /**
     * Reads what {@link #encode} wrote. Mean and extremes are then those of the histogram, within 0.1 %.
     *
     * @param encoded base64 text
     * @return the distribution
     * @throws IllegalArgumentException if the text is no such histogram
     */
    public static Distribution decode(String encoded) {
        try {
            Histogram histogram = Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), 0);
            Distribution distribution = new Distribution();
            distribution.digits = histogram.getNumberOfSignificantValueDigits();
            for (HistogramIterationValue value : histogram.recordedValues()) {
                double sample = value.getValueIteratedTo() / SCALE;
                long count = value.getCountAtValueIteratedTo();
                distribution.count(value.getValueIteratedTo(), count);
                distribution.sum += sample * count;
                distribution.sumOfSquares += sample * sample * count;
                distribution.min = Math.min(distribution.min, sample);
                distribution.max = Math.max(distribution.max, sample);
            }
            return distribution;
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("histogram must be HdrHistogram's compressed form in base64", e);
        }
    }

    @Override
    public String toString() {
        return n() == 0
                ? "no samples"
                : "n=" + n() + " mean=" + Quantity.number(mean()) + " p50=" + Quantity.number(percentile(50)) + " p90="
                        + Quantity.number(percentile(90)) + " max=" + Quantity.number(max());
    }
}
