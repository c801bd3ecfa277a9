package io.github.llmperf.measure;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.protocol.FailureKind;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A run over its time, warm-up, cooldown and the time between repetitions included: what charts show of it. It is as large
 * for a million requests as for a thousand.
 *
 * @param from the run's start
 * @param to its end
 * @param requests latencies by the start of their request: ttft, or e2e where nothing is streamed
 * @param gaps times between token events by their end; without samples where nothing is streamed
 * @param slices the time of the run in {@value #SLICES} equal parts
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Timeline(long from, long to, ValuesOverTime requests, ValuesOverTime gaps, List<Slice> slices) {

    /** Parts of the run. */
    public static final int SLICES = 60;

    /** Copies the list. */
    public Timeline {
        slices = List.copyOf(slices);
    }

    /**
     * A part of the run.
     *
     * @param from its begin
     * @param to its end
     * @param inFlight requests in flight, averaged over its time
     * @param tokenRate output tokens a second that arrived in it, of requests that succeeded
     * @param failed how many requests failed in it, by kind; requests cut off by the run's end do not count
     */
    public record Slice(long from, long to, double inFlight, double tokenRate, Map<FailureKind, Integer> failed) {

        /** Copies the counts, in the order of kinds. */
        public Slice {
            Map<FailureKind, Integer> ordered = new EnumMap<>(FailureKind.class);
            ordered.putAll(failed);
            failed = Collections.unmodifiableMap(ordered);
        }

        /** Returns the moment in its middle. */
        public long middle() {
            return from + (to - from) / 2;
        }

        /** Returns how many requests failed. */
        public int failures() {
            return failed.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /**
     * Reads a run in one pass.
     *
     * @param run what happened; of several repetitions all together
     * @return its requests over time
     */
    public static Timeline of(LoadPlan plan, LoadRun run) {
        TimelineBuilder draft = new TimelineBuilder(plan, run.times());
        run.records().forEach(draft::add);
        return draft.timeline();
    }
}
