package io.github.llmperf.client.socket;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How long bytes lay unread until the thread of their request took them; each time, the first of them counts.
 *
 * @param p50Ms median, in ms; NaN when nothing was read
 * @param p99Ms 99th percentile, in ms; NaN when nothing was read
 * @param maxMs the longest, in ms; NaN when nothing was read
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Unread(double p50Ms, double p99Ms, double maxMs) {

    /** Nothing was read. */
    public static final Unread NONE = new Unread(Double.NaN, Double.NaN, Double.NaN);

    /**
     * Returns whether any byte was read.
     *
     * @return false where no time is known
     */
    public boolean isKnown() {
        return !Double.isNaN(p99Ms);
    }

    /**
     * Returns the larger of each figure.
     *
     * @return the worse of the two; what is not known of one is that of the other
     */
    public Unread worse(Unread other) {
        if (!isKnown() || !other.isKnown()) {
            return isKnown() ? this : other;
        }
        return new Unread(Math.max(p50Ms, other.p50Ms), Math.max(p99Ms, other.p99Ms), Math.max(maxMs, other.maxMs));
    }
}
