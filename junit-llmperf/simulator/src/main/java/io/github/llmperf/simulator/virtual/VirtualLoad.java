package io.github.llmperf.simulator.virtual;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Users who take requests from a common queue, one after the other, until it is empty or the time is over. Times are those
 * of the engine; nothing waits for them.
 *
 * @param users concurrent users, 1 or more
 * @param usersPerSecond how many of them begin in a second, above 0; {@link Double#POSITIVE_INFINITY} for all at once
 * @param leastThinkMillis shortest pause between an answer and the next request, 0 or more
 * @param mostThinkMillis longest pause; drawn evenly from between the two
 * @param requests most requests in all, 1 or more
 * @param durationMillis how long requests are sent; what has not ended then does not count
 * @param timeoutMillis after which a request is given up and counts as failed, above 0
 * @param seed what pauses are drawn by
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
        long seed) {

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
    }

    /**
     * All requests at the very beginning, each by a user of its own, until the last is answered.
     *
     * @param requests how many, 1 or more
     * @return the load
     */
    public static VirtualLoad atOnce(int requests) {
        return closed(requests, requests);
    }

    /**
     * So many users without pauses, until the last request is answered.
     *
     * @param users concurrent users, 1 or more
     * @param requests requests in all, 1 or more
     * @return the load
     */
    public static VirtualLoad closed(int users, int requests) {
        double never = Double.POSITIVE_INFINITY;
        return new VirtualLoad(users, never, 0, 0, requests, never, never, 0);
    }
}
