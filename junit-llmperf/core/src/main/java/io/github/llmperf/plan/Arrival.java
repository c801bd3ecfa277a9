package io.github.llmperf.plan;

import java.util.OptionalInt;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** When requests start: by users that wait for their answers, or by a schedule that does not. */
@API(status = Status.INTERNAL, since = "0.1")
public sealed interface Arrival {

    /**
     * Returns the same kind of load with more or less of it.
     *
     * @param amount users, or requests per second
     */
    Arrival at(double amount);

    /**
     * A fixed number of users, each sending its next request when the last one ended and its think time is over.
     *
     * @param users concurrent users, 1 or more
     * @param ramp how users start
     * @param thinkTime waiting time between an answer and the next request of the same user
     * @param turns requests of one conversation, each with all that was said before; 1 for requests that stand alone
     */
    record ClosedLoop(int users, Ramp ramp, ThinkTime thinkTime, int turns) implements Arrival {

        /**
         * Checks the ranges.
         *
         * @throws IllegalArgumentException if users or turns are out of range
         */
        public ClosedLoop {
            if (users < 1) {
                throw new IllegalArgumentException("users must be 1 or more, but is " + users);
            }
            if (turns < 1) {
                throw new IllegalArgumentException("turns must be 1 or more, but is " + turns);
            }
        }

        /**
         * Returns users that start at once and send one request after the other, without pause or memory.
         *
         * @param users concurrent users, 1 or more
         */
        public static ClosedLoop of(int users) {
            return new ClosedLoop(users, Ramp.AT_ONCE, ThinkTime.NONE, 1);
        }

        @Override
        public Arrival at(double amount) {
            return new ClosedLoop((int) Math.rint(amount), ramp, thinkTime, turns);
        }
    }

    /**
     * A schedule fixed beforehand; latency counts from the scheduled moment.
     *
     * @param requestRate requests per second; infinity sends all at once
     * @param burstiness shape of the gamma distribution of gaps: 1 is Poisson, infinity is even
     * @param maxInFlight most requests under way at once; empty sets no cap
     */
    record OpenLoop(double requestRate, double burstiness, OptionalInt maxInFlight) implements Arrival {

        /**
         * Checks the ranges.
         *
         * @throws IllegalArgumentException if a number is out of range
         */
        public OpenLoop {
            if (!(requestRate > 0)) {
                throw new IllegalArgumentException("requestRate must be above 0 requests per second, as in \"32/s\","
                        + " or \"inf\", but is " + requestRate);
            }
            if (!(burstiness > 0)) {
                throw new IllegalArgumentException("burstiness must be above 0 (1 is Poisson), but is " + burstiness);
            }
            if (maxInFlight.orElse(1) < 1) {
                throw new IllegalArgumentException("maxInFlight must be 1 or more, but is " + maxInFlight.orElse(1));
            }
        }

        @Override
        public Arrival at(double amount) {
            return new OpenLoop(amount, burstiness, maxInFlight);
        }
    }
}
