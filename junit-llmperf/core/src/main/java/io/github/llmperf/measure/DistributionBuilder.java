package io.github.llmperf.measure;

/** Collects the samples of one metric: adding is faster than to a distribution, which can be read at any time. */
final class DistributionBuilder {

    private static final double NANOS_PER_MS = 1e6;

    private final BucketCounts counts = new BucketCounts();
    private long n;
    private double sum;
    private double sumOfSquares;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private long nanos;
    private double squaredNanos;
    private long leastNanos = Long.MAX_VALUE;
    private long mostNanos;

    /** Adds a sample in the metric's unit; a negative one counts as 0. */
    void add(double sample) {
        if (!Double.isFinite(sample)) {
            throw new IllegalArgumentException("sample must be a finite number, but is " + sample);
        }
        double value = Math.max(0, sample);
        count(Math.round(value * Distribution.SCALE));
        sum += value;
        sumOfSquares += value * value;
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    /** Adds a sample of a metric in ms; a negative one counts as 0. */
    void addNanos(long sample) {
        long value = Math.max(0, sample);
        count((value + 500) / 1000);
        nanos += value;
        squaredNanos += (double) value * value;
        leastNanos = Math.min(leastNanos, value);
        mostNanos = Math.max(mostNanos, value);
    }

    Distribution distribution() {
        Distribution distribution = new Distribution();
        if (n > 0) {
            distribution.add(
                    counts.ranks(),
                    sum + nanos / NANOS_PER_MS,
                    sumOfSquares + squaredNanos / NANOS_PER_MS / NANOS_PER_MS,
                    least(),
                    most());
        }
        return distribution;
    }

    /** Returns how often each value occurred, for callers that need only the counts. */
    ValueCounts counts() {
        return new ValueCounts(counts.ranks(), least(), most());
    }

    private double least() {
        return leastNanos == Long.MAX_VALUE ? min : Math.min(min, leastNanos / NANOS_PER_MS);
    }

    private double most() {
        return leastNanos == Long.MAX_VALUE ? max : Math.max(max, mostNanos / NANOS_PER_MS);
    }

    private void count(long value) {
        counts.add(value, 1);
        n++;
    }
}
