package io.github.llmperf.simulator.http;

/** A Prometheus histogram of times. */
final class Histogram {

    private static final double[] SECONDS = {
        0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160
    };

    private final long[] counts = new long[SECONDS.length + 1];
    private double sum;

    void add(long nanos) {
        double seconds = nanos / 1e9;
        int bucket = 0;
        while (bucket < SECONDS.length && seconds > SECONDS[bucket]) {
            bucket++;
        }
        counts[bucket]++;
        sum += seconds;
    }

    /** Writes all lines of the histogram, buckets cumulative as the format wants them. */
    void write(MetricsText text, String name, String help) {
        text.family(name, "histogram", help);
        long below = 0;
        for (int i = 0; i < counts.length; i++) {
            below += counts[i];
            text.sample(
                    name + "_bucket", "le", i < SECONDS.length ? Double.toString(SECONDS[i]) : "+Inf", (double) below);
        }
        text.sample(name + "_count", (double) below);
        text.sample(name + "_sum", sum);
    }
}
