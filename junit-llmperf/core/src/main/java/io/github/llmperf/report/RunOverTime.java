package io.github.llmperf.report;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Timeline;
import io.github.llmperf.plan.LoadPlan;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/** A run over its time, which takes a pass over all its requests: made when a report first tells it, and not again. */
@API(status = Status.INTERNAL, since = "0.1")
public final class RunOverTime {

    private final LoadPlan plan;
    private final LoadRun run;
    private @Nullable Timeline timeline;

    /**
     * Knows what to look at.
     *
     * @param plan what was asked for
     * @param run what happened
     */
    public RunOverTime(LoadPlan plan, LoadRun run) {
        this.plan = plan;
        this.run = run;
    }

    /**
     * Returns the run over its time.
     *
     * @return the same each time
     */
    public synchronized Timeline timeline() {
        Timeline known = timeline;
        if (known == null) {
            known = Timeline.of(plan, run);
            timeline = known;
        }
        return known;
    }
}
