package io.github.llmperf.load;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.protocol.Failure;
import java.util.OptionalLong;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Why a run ended before its time, with the numbers that decided. */
@API(status = Status.INTERNAL, since = "0.1")
public sealed interface EarlyEnd {

    /** Returns how such a run ended. */
    LoadRun.End end();

    /**
     * This machine could not send what was planned.
     *
     * @param failure the last of its own failures
     */
    record FailedHere(Failure failure) implements EarlyEnd {
        @Override
        public LoadRun.End end() {
            return LoadRun.End.GENERATOR_FAILED;
        }
    }

    /**
     * The server answered so few requests that those in flight took all that this machine had.
     *
     * @param unanswered requests in flight
     * @param answered requests that the server answered until then
     * @param failure what this machine lacked in the end
     */
    record PiledUp(int unanswered, int answered, Failure failure) implements EarlyEnd {
        @Override
        public LoadRun.End end() {
            return LoadRun.End.OVERRUN;
        }
    }

    /**
     * A limit could no longer be met.
     *
     * @param seen what speaks against it
     * @param toCome how many requests could still end; empty where that is not known, and decides nothing
     */
    record LimitLost(Limit limit, Seen seen, OptionalLong toCome) implements EarlyEnd {
        @Override
        public LoadRun.End end() {
            return LoadRun.End.LIMIT_BROKEN;
        }
    }

    /**
     * Requests piled up at the target faster than it answered them.
     *
     * @param requestRate what was sent, per second
     * @param seconds how long the measurement took so far
     * @param waiting how long a request waited, in milliseconds
     */
    record Overrun(double requestRate, int seconds, Rise inFlight, Rise waiting, Metric waited) implements EarlyEnd {
        @Override
        public LoadRun.End end() {
            return LoadRun.End.OVERRUN;
        }
    }

    /**
     * A rise over the measurement.
     *
     * @param from mean of the first third
     * @param to mean of the last third
     */
    record Rise(double from, double to) {}

    /** What speaks against a limit. */
    sealed interface Seen {

        /** A part of all. */
        record Counted(What what, long part, long all) implements Seen {

            /** What is counted. */
            public enum What {
                /** Requests that failed. */
                FAILED,
                /** Requests that met the limits on each. */
                GOOD,
                /** Samples outside the limit. */
                OUTSIDE
            }
        }

        /**
         * A mean so far.
         *
         * @param n samples it rests on
         */
        record Mean(double mean, long n) implements Seen {}

        /**
         * A rate that cannot be reached any more.
         *
         * @param most requests that can end in all
         * @param seconds how long the measurement took so far
         */
        record Rate(long most, double seconds) implements Seen {}
    }
}
