package io.github.llmperf.bench.many;

import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.Caps;
import io.github.llmperf.plan.Criteria;
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

/** All users at once, one request each to warm up and one that is measured. */
final class ManyPlan {

    static final Duration TIMEOUT = Duration.ofSeconds(60);

    private ManyPlan() {}

    static LoadPlan of(int users, Target target) {
        return new LoadPlan(
                new Scenario("bench.ManyUsers", "manyUsers", Map.of(), Scenario.SINGLE),
                "bench",
                target,
                Load.once(
                        new Workload(
                                Workload.Prompts.of("bench", "bench"),
                                SlowServer.TOKENS,
                                false,
                                true,
                                0,
                                "",
                                "",
                                Workload.Cache.SHARED),
                        Arrival.ClosedLoop.of(users),
                        new Phases(
                                Phases.Warmup.ONE_REQUEST,
                                OptionalInt.of(users),
                                Optional.empty(),
                                Duration.ZERO,
                                Duration.ofMinutes(2),
                                Phases.WindowKind.STEADY,
                                false),
                        1),
                Caps.ofTimeout(TIMEOUT),
                Criteria.NONE,
                Observation.UNPROBED,
                new Output(Path.of("target"), false));
    }
}
