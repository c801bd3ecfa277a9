package io.github.llmperf.report.model;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.Environment;
import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.baseline.PlanFixture;
import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Metric;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Stored runs as they would lie before the runs of {@link Reports}, a day apart. */
public final class StoredFixture {

    private static final Instant FIRST = Instant.parse("2026-02-01T08:00:00Z");

    private StoredFixture() {}

    /** Runs that differ as runs do: by a few percent, with all their histograms. */
    public static List<BaselineRun> runs(int number) {
        return IntStream.range(0, number).mapToObj(StoredFixture::usual).toList();
    }

    private static BaselineRun usual(int day) {
        Random random = new Random(day);
        double factor = .81 * Math.exp(.03 * random.nextGaussian());
        MeasurementFixture measurement = new MeasurementFixture();
        measurement.requests = 400;
        Distribution ttft = new Distribution();
        Distribution tpot = new Distribution();
        Distribution e2e = new Distribution();
        for (int i = 0; i < 400; i++) {
            double first = factor * 747 * Math.exp(.55 * random.nextGaussian()) * (i % 50 == 0 ? 4 : 1);
            double each = 30 * Math.exp(.12 * random.nextGaussian());
            ttft.add(first);
            tpot.add(each);
            e2e.add(first + each * (260 + 60 * random.nextGaussian()));
        }
        measurement.distributions.putAll(Map.of(Metric.TTFT, ttft, Metric.TPOT, tpot, Metric.E2E, e2e));
        measurement.rates.put(Metric.OUTPUT_TOKEN_RATE, 1620 * Math.exp(.02 * random.nextGaussian()));
        return run(day, measurement, "PASS");
    }

    /** A run all of whose latencies are evenly spread by a tenth around one value. */
    public static BaselineRun at(int day, double ttft) {
        MeasurementFixture measurement = new MeasurementFixture();
        measurement.ttft = ttft;
        return run(day, measurement, "PASS");
    }

    public static BaselineRun run(int day, MeasurementFixture measurement, String verdict) {
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
                8);
        return BaselineRun.of(
                plan.build(),
                environment,
                measurement.build(),
                verdict,
                FIRST.plusSeconds(86_400L * day),
                "c0ffee%02d".formatted(day % 100) + "d15ea5e5ba5eba11");
    }

    /** The same run with other marks. */
    public static BaselineRun marked(BaselineRun run, String verdict, String accepted, String tag) {
        return new BaselineRun(
                run.runId(),
                run.edit(),
                run.startedAt(),
                run.commit(),
                verdict,
                accepted,
                tag,
                run.test(),
                run.environment(),
                run.workload(),
                run.values(),
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
                old.cpus());
        return new BaselineRun(
                run.runId(),
                run.edit(),
                run.startedAt(),
                run.commit(),
                run.verdict(),
                run.accepted(),
                run.tag(),
                run.test(),
                environment,
                run.workload(),
                run.values(),
                run.within(),
                run.counts(),
                run.histograms());
    }
}
