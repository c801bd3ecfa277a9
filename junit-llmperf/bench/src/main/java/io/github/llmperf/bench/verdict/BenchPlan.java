package io.github.llmperf.bench.verdict;

import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.Caps;
import io.github.llmperf.plan.Criteria;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.plan.Load;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Observation;
import io.github.llmperf.plan.Output;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A closed loop without limits. */
final class BenchPlan {

    private BenchPlan() {}

    static LoadPlan of(Target target, int users, int requests, int tokens, BaselinePolicy policy) {
        return new LoadPlan(
                new Scenario("bench.BenchPlan", "measure", Map.of(), Scenario.SINGLE),
                "bench",
                target,
                Load.once(
                        new Workload(
                                Workload.Prompts.of("bench", "bench"),
                                tokens,
                                false,
                                true,
                                0,
                                "",
                                "",
                                Workload.Cache.SHARED),
                        Arrival.ClosedLoop.of(users),
                        new Phases(
                                Phases.Warmup.ONE_REQUEST,
                                OptionalInt.of(requests),
                                Optional.empty(),
                                Duration.ZERO,
                                Duration.ofMinutes(1),
                                Phases.WindowKind.STEADY,
                                false),
                        1),
                Caps.ofTimeout(Duration.ofSeconds(20)),
                new Criteria(Limits.NONE, policy, false),
                Observation.UNPROBED,
                new Output(Path.of("target"), false));
    }
}
