package io.github.llmperf.report.model;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.Caps;
import io.github.llmperf.plan.Criteria;
import io.github.llmperf.plan.Guard;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.plan.Load;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Observation;
import io.github.llmperf.plan.Output;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Ramp;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.ThinkTime;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.secret.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The plan of {@link Reports}, 400 requests of 20 users, of which a test changes what it is about. */
final class ReportPlan {

    /** Stands in for a key that must never be seen. */
    static final String PLANTED_KEY = "sk-planted-4f1d9c";

    static final String MODEL = "qwen2.5-7b";

    Scenario scenario = new Scenario(
            "com.acme.RagLatencyTest", "staysResponsive", new LinkedHashMap<>(Map.of("users", 20)), "users=20");
    Target target = Target.at("http://localhost:8000")
            .withModel(MODEL)
            .withKey(Secret.of(PLANTED_KEY))
            .withHeader("x-api-key", PLANTED_KEY)
            .withLabel("gpu", "A100")
            .withLabel("tp", "2");
    String prompt = "rag";
    Optional<Arrival> arrival = Optional.empty();
    int turns = 1;
    Phases.Warmup warmup = Phases.Warmup.ONE_REQUEST;
    List<Limit> limits = List.of();
    BaselinePolicy.Mode mode = BaselinePolicy.Mode.OFF;
    List<Measure> gated = measures("ttft.p50", "ttft.p90", "tpot.p50", "outputTokenRate");
    boolean required;

    @Nullable
    String accept;

    boolean strict;
    Path output = Path.of("target/llmperf");
    boolean fullRecords;

    @Nullable
    Pairing pairing;

    static List<Measure> measures(String... names) {
        return List.of(names).stream().map(Measure::parse).toList();
    }

    LoadPlan build() {
        return new LoadPlan(
                scenario,
                "01HZX4",
                target,
                new Load(
                        new Workload(
                                Workload.Prompts.of(prompt, "sha256:1f0a"),
                                512,
                                false,
                                true,
                                0,
                                "",
                                "",
                                Workload.Cache.UNIQUE),
                        arrival.orElseGet(() -> new Arrival.ClosedLoop(20, Ramp.AT_ONCE, ThinkTime.NONE, turns)),
                        new Phases(
                                warmup,
                                OptionalInt.of(400),
                                Optional.empty(),
                                Duration.ZERO,
                                Duration.ofMinutes(5),
                                Phases.WindowKind.STEADY,
                                false),
                        42,
                        1,
                        pairing,
                        null),
                Caps.ofTimeout(Duration.ofSeconds(60)),
                new Criteria(
                        new Limits(limits, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()),
                        new BaselinePolicy(
                                mode,
                                new Guard(gated, .10, .15, .01, .10, required),
                                accept,
                                1,
                                "ci",
                                null,
                                null,
                                null),
                        strict),
                Observation.DEFAULT,
                new Output(output, fullRecords));
    }
}
