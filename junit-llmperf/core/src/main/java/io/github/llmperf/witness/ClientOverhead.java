package io.github.llmperf.witness;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What the client added to latencies, as a reference stream beside the load saw it.
 *
 * @param ttft added until the arrival of the first token, from when the load's latencies count: in open loop from the moment
 *     a request is due, in closed loop from when it is sent
 * @param gap added to, or taken from, the time between two tokens
 * @param sending added until the server has the request
 * @param coveredSeconds for how long the reference stream was watched
 * @param coveredPart part of the measured time that this is, 0 to 1
 * @param longestStallMs the longest time in which nothing came though something was due, in ms; NaN when nothing is known
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ClientOverhead(
        Lateness ttft,
        Lateness gap,
        Lateness sending,
        double coveredSeconds,
        double coveredPart,
        double longestStallMs) {

    /** There was no witness. */
    public static final ClientOverhead UNKNOWN =
            new ClientOverhead(Lateness.UNKNOWN, Lateness.UNKNOWN, Lateness.UNKNOWN, 0, 0, Double.NaN);

    /** A witness that covers less of the time than this is not representative. */
    private static final double LEAST_PART = .5;

    /**
     * Returns whether a witness covered enough of the measured time to be representative.
     *
     * @return false where less than half of it was watched
     */
    public boolean isKnown() {
        return coveredSeconds > 0
                && coveredPart >= LEAST_PART
                && !Double.isNaN(ttft.p99Ms())
                && !Double.isNaN(gap.p99Ms());
    }

    /**
     * Returns the worse of each figure, and all the time that was covered.
     *
     * @return both together
     */
    public ClientOverhead worse(ClientOverhead other) {
        double watched = watched() + other.watched();
        return new ClientOverhead(
                ttft.worse(other.ttft),
                gap.worse(other.gap),
                sending.worse(other.sending),
                coveredSeconds + other.coveredSeconds,
                watched > 0 ? Math.min(1, (coveredSeconds + other.coveredSeconds) / watched) : 0,
                Lateness.larger(longestStallMs, other.longestStallMs));
    }

    /** The length of the time of which a part is covered. */
    private double watched() {
        return coveredPart > 0 ? coveredSeconds / coveredPart : 0;
    }
}
