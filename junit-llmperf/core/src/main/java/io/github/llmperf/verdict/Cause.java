package io.github.llmperf.verdict;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Profiler;
import io.github.llmperf.protocol.Failure;
import java.util.List;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Why a run itself can or cannot be judged: a closed set, each with its numbers. */
@API(status = Status.INTERNAL, since = "0.1")
public sealed interface Cause {

    /**
     * The load generator could not keep up with the load.
     *
     * @param symptoms what was seen, one at least
     */
    record GeneratorSaturated(List<Symptom> symptoms) implements Cause {

        /** Copies the list. */
        public GeneratorSaturated {
            symptoms = List.copyOf(symptoms);
        }
    }

    /** The load generator was short of time, but no limited or guarded measure is affected. */
    record GeneratorShort(GeneratorTimes times) implements Cause {}

    /**
     * The load generator kept up.
     *
     * @param times how it fared
     * @param allowedMs most that it may add; infinite where no latency is limited or guarded
     * @param latest how late requests were sent at most, where that is not judged
     * @param processCpu part of all processors that it used; not a number when unknown
     */
    record GeneratorKeptUp(GeneratorTimes times, double allowedMs, Latest latest, double processCpu) implements Cause {}

    /**
     * The run was ended from outside.
     *
     * @param seconds how long it had lasted
     */
    record Interrupted(double seconds) implements Cause {}

    /** The run ended before its warm-up did. */
    record NothingMeasured() implements Cause {}

    /**
     * Requests failed because this machine ran out of a resource.
     *
     * @param example what it lacks
     * @param piledUp whether unanswered requests had used it up
     */
    record FailedHere(long requests, Failure example, boolean piledUp) implements Cause {}

    /**
     * Prompts that are unique came from the server's cache, by what its answers say.
     *
     * @param cached tokens
     * @param prompt tokens
     * @param ofFirstTurns whether tokens of later turns, which may come from a cache, are left out
     */
    record CacheRepeated(long cached, long prompt, boolean ofFirstTurns) implements Cause {}

    /**
     * Prompts that are unique came from the server's cache, by its own counters.
     *
     * @param hits tokens found there
     * @param queries tokens looked for
     * @param explained hits that what prompts share explains
     * @param shared tokens that prompts share, for a request
     * @param letPass part of the tokens that may come from it all the same
     */
    record CacheHits(double hits, double queries, double explained, double shared, double letPass) implements Cause {}

    /** A profiler was on. */
    record Profiled(Profiler profiler) implements Cause {}

    /**
     * A latency changed throughout the window.
     *
     * @param trial which one, from 1; 0 where there is one only
     * @param metric which latency
     * @param from at the begin of the window
     * @param to at its end
     * @param rose whether it went up
     * @param seconds length of the window
     */
    record NotSteady(int trial, int trials, Metric metric, double from, double to, boolean rose, double seconds)
            implements Cause {}

    /**
     * Too few pairs for a comparison.
     *
     * @param measured pairs of which both loads came to their end
     * @param asked pairs of the plan
     * @param least that a comparison takes
     */
    record TooFewPairs(int measured, int asked, int least) implements Cause {}

    /**
     * Why the load on the second target can or cannot be judged.
     *
     * @param name of the target
     */
    record OfSecondTarget(String name, Cause cause) implements Cause {}

    /**
     * How much a load generator was late, p99 in ms.
     *
     * @param addedKnown whether a reference stream told what the client added
     * @param ttftP50 what the client added to ttft, typical
     * @param ttftP99 at most
     * @param gapP99 added to the gaps between tokens
     * @param wakeUpP99 how late a sleeping thread woke
     * @param sentLateP99 how late requests were sent; empty where that is not judged
     */
    record GeneratorTimes(
            boolean addedKnown,
            double ttftP50,
            double ttftP99,
            double gapP99,
            double wakeUpP99,
            OptionalDouble sentLateP99) {}

    /**
     * How late requests were sent at most.
     *
     * @param ms how late
     * @param counts why that is judged, or not
     * @param needed requests that it takes to judge
     */
    record Latest(double ms, Counts counts, long needed) {

        /** Whether a delay of requests counts. */
        public enum Counts {
            /** It is judged. */
            JUDGED,
            /** A cap on requests in flight makes them wait. */
            CAPPED,
            /** There are too few requests. */
            TOO_FEW,
            /** There are too few, and it was more than is allowed. */
            TOO_FEW_AND_LATE
        }
    }

    /** What shows that a load generator could not keep up. */
    sealed interface Symptom {

        /** The client added too much to a latency. */
        record Added(Where where, double p99Ms, double allowedMs) implements Symptom {

            /** A latency that a client adds to. */
            public enum Where {
                /** Time to the first token. */
                TTFT,
                /** Gaps between tokens. */
                GAPS
            }
        }

        /** A sleeping thread woke late. */
        record WokeLate(double p99Ms, double allowedMs) implements Symptom {}

        /** Requests were sent late. */
        record SentLate(double p99Ms, double allowedMs) implements Symptom {}

        /** Requests were sent so late that less than the planned load was sent. */
        record SentLess(double meanMs, double sent, double least) implements Symptom {}

        /** It used nearly all processors. */
        record UsedCpu(double part, int cpus, double allowed) implements Symptom {}
    }

    /**
     * Returns whether the load generator was short of time, whether or not that spoils anything.
     *
     * @return true for the first two kinds
     */
    default boolean isShortOfTime() {
        return this instanceof OfSecondTarget other
                ? other.cause().isShortOfTime()
                : this instanceof GeneratorSaturated || this instanceof GeneratorShort;
    }

    /**
     * Returns whether this makes a run one that cannot be judged, unless it cannot have changed the verdict.
     *
     * @return false for what is only told
     */
    default boolean isDoubt() {
        return this instanceof OfSecondTarget other
                ? other.cause().isDoubt()
                : !(this instanceof GeneratorShort || this instanceof GeneratorKeptUp || this instanceof FailedHere);
    }

    /**
     * Returns whether this is about the load generator.
     *
     * @return true also where it kept up
     */
    default boolean isOfGenerator() {
        return this instanceof OfSecondTarget other
                ? other.cause().isOfGenerator()
                : isShortOfTime() || this instanceof GeneratorKeptUp;
    }

    /**
     * Returns whether the machine that sends the load caused this, so that another try may go better when it is less busy.
     *
     * @return false for what the server, the plan or a lack of files and ports caused
     */
    default boolean isOfBusyMachine() {
        return this instanceof OfSecondTarget other
                ? other.cause().isOfBusyMachine()
                : this instanceof GeneratorSaturated;
    }
}
