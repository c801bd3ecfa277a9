package io.github.llmperf.witness;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How much the client added, each value weighted by the time it stands for: a p99 of 3 ms means that in 99 % of the time
 * it was 3 ms or less.
 *
 * @param p50Ms median, in ms; NaN when nothing is known
 * @param p99Ms 99th percentile, in ms; NaN when nothing is known
 * @param maxMs the most, in ms; NaN when nothing is known
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Lateness(double p50Ms, double p99Ms, double maxMs) {

    /** Nothing is known. */
    public static final Lateness UNKNOWN = new Lateness(Double.NaN, Double.NaN, Double.NaN);

    /**
     * Returns the larger of each figure.
     *
     * @return the worse of the two; what is not known of one is that of the other
     */
    Lateness worse(Lateness other) {
        return new Lateness(larger(p50Ms, other.p50Ms), larger(p99Ms, other.p99Ms), larger(maxMs, other.maxMs));
    }

    static double larger(double a, double b) {
        return Double.isNaN(a) || b > a ? b : a;
    }
}
