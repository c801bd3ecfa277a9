package io.github.llmperf.baseline;

import io.github.llmperf.metric.Verdict;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Environments and stored runs. */
public final class BaselineFixture {

    public static final Instant FIRST = Instant.parse("2026-03-01T08:00:00Z");

    private BaselineFixture() {}

    public static Environment environment() {
        return environment("default", "qwen2.5-7b", Map.of("gpu", "A100"));
    }

    public static Environment environment(String name, String model, Map<String, String> labels) {
        return new Environment(
                name,
                "http://localhost:8000",
                model,
                new TreeMap<>(labels),
                "vllm 0.6",
                "17.0.15",
                "Linux amd64",
                8,
                Set.of());
    }

    /** A run recorded so many hours after the first. */
    public static BaselineRun run(PlanFixture plan, MeasurementFixture measurement, Verdict verdict, int hours) {
        return run(plan, environment(), measurement, verdict, hours);
    }

    public static BaselineRun run(
            PlanFixture plan, Environment environment, MeasurementFixture measurement, Verdict verdict, int hours) {
        plan.runId = "run-" + hours;
        BaselineRun run = BaselineRun.of(
                plan.build(), environment, measurement.build(), verdict, FIRST.plusSeconds(3600L * hours), "c0ffee");
        plan.runId = "now";
        return run;
    }

    public static BaselineRun run(Verdict verdict, int hours) {
        return run(new PlanFixture(), new MeasurementFixture(), verdict, hours);
    }
}
