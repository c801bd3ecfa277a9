package io.github.llmperf.baseline;

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
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A complete plan of which a test changes what it is about. */
public final class PlanFixture {

    public String className = "com.acme.RagLatencyTest";
    public String methodName = "staysResponsive";
    public String cellName = "single";
    public String runId = "now";
    public Target target = Target.at("http://localhost:8000").withModel("qwen2.5-7b");
    public String promptHash = "a1b2c3";
    public OptionalInt promptChars = OptionalInt.empty();
    public int maxNewTokens = 128;
    public boolean stream = true;
    public String systemPrompt = "";
    public String extraBody = "";
    public Workload.Cache cache = Workload.Cache.UNIQUE;
    public Arrival arrival = Arrival.ClosedLoop.of(20);
    public OptionalInt requests = OptionalInt.empty();
    public Duration maxDuration = Duration.ofMinutes(5);
    public Duration timeout = Duration.ofSeconds(60);
    public OptionalLong maxAnswerSize = OptionalLong.empty();
    public long seed = 1;
    public Observation observation = Observation.DEFAULT;
    public List<Limit> limits = new ArrayList<>();
    public OptionalDouble eachTtft = OptionalDouble.empty();
    public BaselinePolicy.Mode mode = BaselinePolicy.Mode.COMPARE;
    public List<Measure> gated = List.of(
            Measure.parse("ttft.p50"),
            Measure.parse("ttft.p90"),
            Measure.parse("tpot.p50"),
            Measure.parse("outputTokenRate"));
    public String accept;
    public String anchor;
    public String tag;
    public int trials = 1;
    public Path directory;

    public PlanFixture limit(String expression) {
        limits.add(Limit.parse(expression));
        return this;
    }

    public PlanFixture gated(String... measures) {
        gated = List.of(measures).stream().map(Measure::parse).toList();
        return this;
    }

    public BaselinePolicy policy() {
        return new BaselinePolicy(mode, Guard.standard(gated), accept, trials, "default", anchor, tag, directory);
    }

    public LoadPlan build() {
        return new LoadPlan(
                new Scenario(className, methodName, Map.of(), cellName),
                runId,
                target,
                Load.once(
                        new Workload(
                                new Workload.Prompts("rag", promptHash, promptChars, OptionalInt.empty()),
                                maxNewTokens,
                                false,
                                stream,
                                0,
                                systemPrompt,
                                extraBody,
                                cache),
                        arrival,
                        new Phases(
                                Phases.Warmup.ONE_REQUEST,
                                requests,
                                Optional.empty(),
                                Duration.ZERO,
                                maxDuration,
                                Phases.WindowKind.STEADY,
                                false),
                        seed),
                new Caps(timeout, maxAnswerSize, OptionalLong.empty()),
                new Criteria(
                        new Limits(limits, eachTtft, OptionalDouble.empty(), OptionalDouble.empty()), policy(), false),
                observation,
                new Output(Path.of("target/llmperf"), false));
    }
}
