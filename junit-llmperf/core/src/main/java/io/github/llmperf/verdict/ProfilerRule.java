package io.github.llmperf.verdict;

import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.Finding.Validity;
import java.util.List;

/** A profiler slows its server down: a run with a profiler says nothing about the server without it. */
final class ProfilerRule {

    private ProfilerRule() {}

    static List<Validity> judge(LoadPlan plan, ServerView server) {
        return server.log().profiled().on()
                ? List.of(ValidityRule.broken(
                        new Cause.Profiled(plan.observation().profiler())))
                : List.of();
    }
}
