package io.github.llmperf.settings;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.SamplesNeeded;
import java.util.Optional;

/**
 * Refuses a number of requests that can never be enough for what the test itself demands. What a duration comes to, nobody
 * knows beforehand; measures that are guarded by default are compared where there are enough.
 *
 * @param requests as it was set
 * @param gated as it was set; empty where the defaults are guarded
 */
record EnoughRequests(Setting requests, Optional<Setting> gated) {

    /** Checks a plan, of which trials and repetitions may add to what a limit is judged by. */
    void check(LoadPlan plan) {
        long each = (long) plan.load().phases().requests().orElseThrow()
                * plan.load().repetitions();
        for (Limit limit : plan.criteria().limits().limits()) {
            refuse(
                    "the limit on " + limit.measure(),
                    limit.measure(),
                    SamplesNeeded.byLimit(limit.measure()),
                    each * plan.criteria().baseline().trials(),
                    "limit");
        }
        if (gated.isPresent() && plan.criteria().baseline().compares()) {
            for (Measure measure : plan.criteria().baseline().guard().gated()) {
                refuse(
                        "comparing " + measure + " (" + gated.get().origin() + ")",
                        measure,
                        SamplesNeeded.toCompare(measure),
                        each,
                        "guard");
            }
        }
    }

    /** Gaps between tokens are many in each answer, and a value of the whole run is always there. */
    private void refuse(String what, Measure measure, long needed, long most, String verb) {
        if (measure.metric().hasDistribution() && measure.metric() != Metric.ITL && most < needed) {
            throw requests.wrong("requests must be enough for " + what + ", which takes " + needed
                    + " samples, but come to " + most + " at most; raise requests, or " + verb + " a lower percentile");
        }
    }
}
