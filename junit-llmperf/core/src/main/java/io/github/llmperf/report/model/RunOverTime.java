package io.github.llmperf.report.model;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Timeline;
import io.github.llmperf.plan.LoadPlan;
import java.lang.ref.SoftReference;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * A run over its time, which takes a pass over all its requests: made when a report first tells it, and kept for the
 * others. Results of tests live long, so a soft reference holds it.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class RunOverTime {

    private final LoadPlan plan;
    private final LoadRun run;
    private @Nullable SoftReference<Timeline> kept;

    /** Knows what to look at. */
    public RunOverTime(LoadPlan plan, LoadRun run) {
        this.plan = plan;
        this.run = run;
    }

    /** Returns the run over its time. */
    public synchronized Timeline timeline() {
        Timeline known = kept == null ? null : kept.get();
        if (known == null) {
            known = Timeline.of(plan, run);
            kept = new SoftReference<>(known);
        }
        return known;
    }
}
