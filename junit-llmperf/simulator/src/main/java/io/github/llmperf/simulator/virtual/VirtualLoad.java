package io.github.llmperf.simulator.virtual;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Users who take requests from a common queue, one after the other, until it is empty or the time is over; or requests
 * that come at random moments, whatever became of those before. Times are those of the engine; nothing waits for them.
 *
 * @param users concurrent users, 1 or more
 * @param usersPerSecond how many of them begin in a second, above 0; {@link Double#POSITIVE_INFINITY} for all at once
 * @param leastThinkMillis shortest pause between an answer and the next request, 0 or more
 * @param mostThinkMillis longest pause; drawn evenly from between the two
 * @param requests most requests in all, 1 or more
 * @param durationMillis how long requests are sent; what has not ended then does not count
 * @param timeoutMillis after which a request is given up and counts as failed, above 0
 * @param seed what pauses and moments are drawn by
 * @param open whether each user sends one request only and users begin at the moments of a Poisson process, stretched so
 *     that all of them take users by usersPerSecond: an open loop. Otherwise users begin one after the other, evenly, and
 *     go on
 */
@API(status = Status.INTERNAL, since = "0.1")
public record VirtualLoad(
        int users,
        double usersPerSecond,
        double leastThinkMillis,
        double mostThinkMillis,
        int requests,
        double durationMillis,
        double timeoutMillis,
        long seed,
        boolean open) {

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public VirtualLoad {
        if (users < 1 || requests < 1) {
            throw new IllegalArgumentException(
                    "users and requests must be 1 or more, but are " + users + " and " + requests);
        }
        if (!(usersPerSecond > 0)) {
            throw new IllegalArgumentException("usersPerSecond must be above 0, but is " + usersPerSecond);
        }
        if (!(leastThinkMillis >= 0 && mostThinkMillis >= leastThinkMillis)) {
            throw new IllegalArgumentException(
                    "mostThinkMillis must be at least leastThinkMillis, and that 0 or more, but" + " they are "
                            + mostThinkMillis + " and " + leastThinkMillis);
        }
        if (!(durationMillis > 0 && timeoutMillis > 0)) {
            throw new IllegalArgumentException("durationMillis and timeoutMillis must be above 0, but are "
                    + durationMillis + " and " + timeoutMillis);
        }
        if (open && usersPerSecond == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "usersPerSecond of an open loop must be a number, but is infinity; use atOnce");
        }
    }

    /**
     * A closed loop.
     *
     * @param users concurrent users, 1 or more
     * @param usersPerSecond how many of them begin in a second, above 0
     * @param leastThinkMillis shortest pause between an answer and the next request, 0 or more
     * @param mostThinkMillis longest pause
     * @param requests most requests in all, 1 or more
     * @param durationMillis how long requests are sent, above 0
     * @param timeoutMillis after which a request is given up and counts as failed, above 0
     * @throws IllegalArgumentException if a number is out of range
     */
    public VirtualLoad(
            int users,
            double usersPerSecond,
            double leastThinkMillis,
            double mostThinkMillis,
            int requests,
            double durationMillis,
            double timeoutMillis,
            long seed) {
        this(
                users,
                usersPerSecond,
                leastThinkMillis,
                mostThinkMillis,
                requests,
                durationMillis,
                timeoutMillis,
                seed,
                false);
    }

    /**
     * All requests at the very beginning, each by a user of its own, until the last is answered.
     *
     * @param requests how many, 1 or more
     */
    public static VirtualLoad atOnce(int requests) {
        return closed(requests, requests);
    }

    /**
     * So many users without pauses, until the last request is answered.
     *
     * @param users concurrent users, 1 or more
     * @param requests requests in all, 1 or more
     */
    public static VirtualLoad closed(int users, int requests) {
        double never = Double.POSITIVE_INFINITY;
        return new VirtualLoad(users, never, 0, 0, requests, never, never, 0);
    }

    /**
     * Requests at the moments of a Poisson process, until the last is answered.
     *
     * @param requestsPerSecond their rate, above 0
     * @param requests how many, 1 or more; they are sent within their number by the rate
     */
    public static VirtualLoad poisson(double requestsPerSecond, int requests, long seed) {
        double never = Double.POSITIVE_INFINITY;
        return new VirtualLoad(requests, requestsPerSecond, 0, 0, requests, never, never, seed, true);
    }
}
