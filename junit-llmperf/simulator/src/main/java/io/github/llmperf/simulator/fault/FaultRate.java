package io.github.llmperf.simulator.fault;

import java.util.SplittableRandom;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How often something goes wrong: each n-th request, or a share of them drawn by a seed.
 *
 * @param every each n-th request; 0 if drawn by share
 * @param share the part of all requests, 0 to 1; 0 if counted
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record FaultRate(int every, double share) {

    /** It does not happen. */
    public static final FaultRate NEVER = new FaultRate(0, 0);

    private static final String ADVICE = "must be \"every 10\" (each tenth request) or a share such as \"5%\"";

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of range or both are set
     */
    public FaultRate {
        if (every < 0 || !(share >= 0 && share <= 1) || (every > 0 && share > 0)) {
            throw new IllegalArgumentException(
                    "fault rate " + ADVICE + ", but is every = " + every + ", share = " + share);
        }
    }

    /**
     * Lets each n-th request go wrong.
     *
     * @param n 1 or more; 1 is each request
     * @return the rate
     * @throws IllegalArgumentException if n is below 1
     */
    public static FaultRate every(int n) {
        if (n < 1) {
            throw new IllegalArgumentException("n must be 1 or more, but is " + n);
        }
        return new FaultRate(n, 0);
    }

    /**
     * Lets a share of the requests go wrong, drawn by the seed of the server.
     *
     * @param share 0 to 1
     * @return the rate
     * @throws IllegalArgumentException if the share is out of range
     */
    public static FaultRate share(double share) {
        return new FaultRate(0, share);
    }

    /**
     * Reads a rate as written in an annotation or on the command line.
     *
     * @param text {@code "every 10"}, {@code "5%"}, or empty for never
     * @return the rate
     * @throws IllegalArgumentException if it cannot be read or is out of range
     */
    public static FaultRate parse(String text) {
        String trimmed = text.trim();
        try {
            if (trimmed.isEmpty()) {
                return NEVER;
            }
            if (trimmed.startsWith("every ")) {
                return every(
                        Integer.parseInt(trimmed.substring("every ".length()).trim()));
            }
            if (trimmed.endsWith("%")) {
                return share(Double.parseDouble(trimmed.substring(0, trimmed.length() - 1)) / 100);
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("fault rate " + ADVICE + ", but is \"" + text + "\"", e);
        }
        throw new IllegalArgumentException("fault rate " + ADVICE + ", but is \"" + text + "\"");
    }

    /**
     * Returns whether the rate falls on a request.
     *
     * @param request 1 for the first request
     * @param seed what a share is drawn by
     * @return true if the request goes wrong
     */
    boolean fallsOn(long request, long seed) {
        if (every > 0) {
            return request % every == 0;
        }
        return share > 0 && new SplittableRandom(seed ^ (request << 8)).nextDouble() < share;
    }
}
