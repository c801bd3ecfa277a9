package io.github.llmperf.load;

import io.github.llmperf.client.RequestRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * One execution of a plan: the requests, and the health of the generator.
 *
 * @param startedAt wall-clock time of the start
 * @param times outline of the run
 * @param records every request that ended, warm-up and cooldown included, in the order of ending; of a real run without
 *     the texts of the answers
 * @param inFlightAtEnd requests cut off by the run's end, but for those of the cooldown
 * @param health of the generator
 * @param end why the run ended
 * @param early why it ended early; empty when it did not, and where the end itself says all
 * @param waited what users waited after refusals
 * @param parts the runs that this one was put together from, in their order; empty for a single run
 */
@API(status = Status.INTERNAL, since = "0.1")
public record LoadRun(
        Instant startedAt,
        RunTimes times,
        Collection<RequestRecord> records,
        int inFlightAtEnd,
        Health health,
        End end,
        Optional<EarlyEnd> early,
        RefusalWaits waited,
        List<LoadRun> parts) {

    /** Why a run ended. */
    public enum End {
        /** As planned: requests sent or duration over. */
        COMPLETED,
        /** {@code maxDuration} came first. */
        MAX_DURATION,
        /** The first requests all failed, 20 at least, and nothing older was in flight. */
        NOTHING_SUCCEEDED,
        /** This machine could not send what was planned: no file, port or the like was left. */
        GENERATOR_FAILED,
        /** A limit could no longer be met. */
        LIMIT_BROKEN,
        /** Requests piled up at the target faster than it answered them. */
        OVERRUN,
        /** The build was interrupted. */
        INTERRUPTED;

        /**
         * Returns whether the rules of {@code abort} ended the run, so that what it measured is not what was planned.
         *
         * @return true for a broken limit and an overrun target
         */
        public boolean isAborted() {
            return this == LIMIT_BROKEN || this == OVERRUN;
        }

        /**
         * Returns whether the run ended as planned.
         *
         * @return true where all was sent, or the longest time allowed was over
         */
        public boolean isAsPlanned() {
            return this == COMPLETED || this == MAX_DURATION;
        }
    }

    /** A run ends when this machine could not send this many requests; in the warm-up one is enough. */
    public static final int FAILURES_HERE = 20;

    /**
     * Makes a run that stands alone and was not ended early.
     *
     * @param startedAt wall-clock time of the start
     */
    public LoadRun(
            Instant startedAt,
            RunTimes times,
            Collection<RequestRecord> records,
            int inFlightAtEnd,
            Health health,
            End end) {
        this(startedAt, times, records, inFlightAtEnd, health, end, Optional.empty(), List.of());
    }

    /**
     * Makes a run in which no user was refused.
     *
     * @param startedAt wall-clock time of the start
     */
    public LoadRun(
            Instant startedAt,
            RunTimes times,
            Collection<RequestRecord> records,
            int inFlightAtEnd,
            Health health,
            End end,
            Optional<EarlyEnd> early,
            List<LoadRun> parts) {
        this(startedAt, times, records, inFlightAtEnd, health, end, early, RefusalWaits.NONE, parts);
    }

    /**
     * Returns repetitions as one run, for those who look at single requests: all records, from the first start to the last
     * end, with the worst health.
     *
     * @param runs one or more, in their order
     * @return the only run itself, or all together
     */
    public static LoadRun together(List<LoadRun> runs) {
        LoadRun first = runs.get(0);
        LoadRun last = runs.get(runs.size() - 1);
        if (runs.size() == 1) {
            return first;
        }
        RunTimes times = new RunTimes(
                first.times.started(), first.times.windowOpened(), last.times.windowClosed(), last.times.ended());
        return new LoadRun(
                first.startedAt,
                times,
                runs.stream().flatMap(run -> run.records().stream()).toList(),
                runs.stream().mapToInt(LoadRun::inFlightAtEnd).sum(),
                runs.stream().map(LoadRun::health).reduce(Health::worse).orElseThrow(),
                last.end,
                last.early,
                runs.stream().map(LoadRun::waited).reduce(RefusalWaits.NONE, RefusalWaits::plus),
                runs);
    }

    /** Returns this run marked as interrupted: the end of the build prevented the run that was to follow it. */
    public LoadRun interrupted() {
        return new LoadRun(startedAt, times, records, inFlightAtEnd, health, End.INTERRUPTED, early, waited, parts);
    }

    /** Returns this run with the generator's health, which is known only when the run's times are. */
    public LoadRun with(Health known) {
        return new LoadRun(startedAt, times, records, inFlightAtEnd, known, end, early, waited, parts);
    }

    /**
     * Returns the single runs, each with times of its own.
     *
     * @return what this run was put together from, or the run itself
     */
    public List<LoadRun> single() {
        return parts.isEmpty() ? List.of(this) : parts;
    }

    /**
     * Returns the wall-clock time of a moment.
     *
     * @param moment in terms of the run's clock, as in its times
     * @return the time of day, to the nanosecond
     */
    public Instant wallClock(long moment) {
        return startedAt.plusNanos(moment - times.started());
    }

    /** Copies the lists. */
    public LoadRun {
        parts = List.copyOf(parts);
        records = List.copyOf(records);
    }

    /** Returns how many prompts it has used up, so that the next load goes on after them. */
    public int promptsUsed() {
        return 1 + records.stream().mapToInt(RequestRecord::index).max().orElse(-1);
    }
}
