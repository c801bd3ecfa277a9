package io.github.llmperf.report.model;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.Environment;
import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.baseline.PlanFixture;
import io.github.llmperf.baseline.Standing;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Stored runs as they would lie before the runs of {@link Reports}, a day apart. */
public final class StoredFixture {

    static final Instant FIRST = Instant.parse("2026-02-01T08:00:00Z");

    private static final List<BaselineRun> RUNS =
            IntStream.range(0, 8).mapToObj(StoredFixture::usual).toList();

    private StoredFixture() {}

    /** Runs that differ as runs do: by a percent or two. */
    public static List<BaselineRun> runs(int number) {
        return IntStream.range(0, number).mapToObj(RUNS::get).toList();
    }

    private static BaselineRun usual(int day) {
        double slower = 1 + .01 * (2 * day % 5 - 2);
        return ReportRuns.stored(
                new ReportPlan().build(), ScriptedServer.usual().slower(slower), day);
    }

    /** A run all of whose latencies are evenly spread by a tenth around one value. */
    public static BaselineRun at(int day, double ttft) {
        MeasurementFixture measurement = new MeasurementFixture();
        measurement.ttft = ttft;
        return run(day, measurement, Verdict.PASS);
    }

    public static BaselineRun run(int day, MeasurementFixture measurement, Verdict verdict) {
        PlanFixture plan = new PlanFixture();
        plan.runId = "stored-" + day;
        Environment environment = new Environment(
                "ci",
                "http://localhost:8000",
                "qwen2.5-7b",
                new TreeMap<>(Map.of("gpu", "A100", "tp", "2")),
                "vllm/0.9.0",
                "17.0.15",
                "Linux amd64",
                8,
                Set.of());
        return BaselineRun.of(
                plan.build(),
                environment,
                measurement.build(),
                verdict,
                FIRST.plusSeconds(86_400L * day),
                "c0ffee%02d".formatted(day % 100) + "d15ea5e5ba5eba11");
    }

    /** The same runs without the histograms of some metrics, as old runs are. */
    public static List<BaselineRun> without(Set<Metric> metrics, List<BaselineRun> runs) {
        return runs.stream().map(run -> without(metrics, run)).toList();
    }

    private static BaselineRun without(Set<Metric> metrics, BaselineRun run) {
        Map<Metric, String> histograms = new LinkedHashMap<>(run.histograms());
        histograms.keySet().removeAll(metrics);
        return new BaselineRun(
                run.runId(),
                run.edit(),
                run.startedAt(),
                run.commit(),
                run.verdict(),
                run.standing(),
                run.accepted(),
                run.tag(),
                run.test(),
                run.environment(),
                run.workload(),
                run.values(),
                run.wholeRun(),
                run.within(),
                run.counts(),
                histograms);
    }

    /** The same run with other marks. */
    public static BaselineRun marked(BaselineRun run, Verdict verdict, String accepted, String tag) {
        return new BaselineRun(
                run.runId(),
                run.edit(),
                run.startedAt(),
                run.commit(),
                verdict,
                Standing.CONFIRMED,
                accepted,
                tag,
                run.test(),
                run.environment(),
                run.workload(),
                run.values(),
                run.wholeRun(),
                run.within(),
                run.counts(),
                run.histograms());
    }

    /** The same run on another card, which no run on an A100 is compared with. */
    public static BaselineRun on(String gpu, BaselineRun run) {
        Environment old = run.environment();
        Environment environment = new Environment(
                old.name(),
                old.target(),
                old.model(),
                new TreeMap<>(Map.of("gpu", gpu, "tp", "2")),
                old.server(),
                old.java(),
                old.os(),
                old.cpus(),
                Set.of());
        return new BaselineRun(
                run.runId(),
                run.edit(),
                run.startedAt(),
                run.commit(),
                run.verdict(),
                run.standing(),
                run.accepted(),
                run.tag(),
                run.test(),
                environment,
                run.workload(),
                run.values(),
                run.wholeRun(),
                run.within(),
                run.counts(),
                run.histograms());
    }
}
