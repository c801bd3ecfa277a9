package io.github.llmperf.bench.verdict;

import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A closed loop without limits. */
final class BenchPlan {

    private BenchPlan() {}

    static LoadPlan of(Target target, int users, int requests, int tokens, BaselinePolicy policy) {
        return new LoadPlan(
                new Scenario("bench.BenchPlan", "measure", Map.of(), Scenario.SINGLE),
                "bench",
                target,
                new Workload(
                        "bench",
                        "bench",
                        OptionalInt.empty(),
                        OptionalInt.empty(),
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
                Duration.ofSeconds(20),
                OptionalLong.empty(),
                new Limits(List.of(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()),
                policy,
                1,
                1,
                OptionalLong.empty(),
                false,
                false,
                Path.of("target"),
                false);
    }
}
