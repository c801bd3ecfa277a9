package io.github.llmperf.bench.verdict;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.Environment;
import io.github.llmperf.load.Health;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Target;
import io.github.llmperf.verdict.Candidate;
import io.github.llmperf.verdict.Cause;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Judge;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** How often a run that was steady is called unsteady, for correlated requests only look like a trend. */
final class Steadiness {

    private static final double[] CORRELATIONS = {0, .5, .7, .8, .9};
    private static final int[] REQUESTS = {100, 400, 1000, 3000};
    private static final long SEED = 4000;

    private final int runs;
    private final LoadPlan plan = BenchPlan.of(
            Target.at("http://localhost:1").withModel("m"),
            10,
            100,
            32,
            BaselinePolicy.standard(
                    BaselinePolicy.Mode.COMPARE,
                    Arrays.stream(BenchMeasure.values())
                            .map(BenchMeasure::measure)
                            .toList()));

    Steadiness(int runs) {
        this.runs = runs;
    }

    String text() {
        StringBuilder text = new StringBuilder("\n## Steady runs called unsteady\n\n")
                .append(
                        "Requests without any trend, whose neighbours correlate; INVALID for \"not steady\", in percent ")
                .append(String.format(Locale.ROOT, "of %,d runs. Judged by the product's own judge.%n%n", runs))
                .append("| correlation |");
        Arrays.stream(REQUESTS).forEach(n -> text.append(String.format(Locale.ROOT, " %,d requests |", n)));
        text.append("\n|---|").append("---|".repeat(REQUESTS.length)).append('\n');
        for (double rho : CORRELATIONS) {
            text.append(String.format(Locale.ROOT, "| %.1f |", rho));
            Arrays.stream(REQUESTS)
                    .forEach(n -> text.append(' ').append(unsteady(rho, n)).append(" |"));
            text.append('\n');
        }
        return text.toString();
    }

    private Interval unsteady(double rho, int requests) {
        BenchCell cell = new BenchCell(
                "steady",
                BenchCell.Source.REQUEST,
                0,
                .21,
                .9,
                rho,
                requests,
                1,
                1,
                0,
                BenchCell.Effect.ALL,
                0,
                0,
                false,
                runs,
                SEED);
        DrawnRequests source = new DrawnRequests(cell);
        long[] seeds = new SplittableRandom(SEED + requests + Math.round(1e6 * rho))
                .longs(runs)
                .toArray();
        long hits = IntStream.range(0, runs)
                .parallel()
                .filter(i -> isUnsteady(source.requests(new Luck(0, 0), new SplittableRandom(seeds[i]))))
                .count();
        return new Interval((int) hits, runs);
    }

    private boolean isUnsteady(RunRecord record) {
        Measurement measurement = WithinRun.measurement(record);
        Environment here =
                new Environment("bench", "http://localhost:1", "m", new TreeMap<>(), "", "17", "Linux", 2, Set.of());
        BaselineRun stored = BaselineRun.of(plan, here, measurement, Verdict.PASS, Instant.EPOCH, null);
        LoadRun run = new LoadRun(
                Instant.EPOCH,
                new RunTimes(0, 0, 1_000_000_000, 1_000_000_000),
                List.of(),
                0,
                Health.unknown(),
                LoadRun.End.COMPLETED);
        BaselineLookup lookup = new BaselineLookup(
                List.of(stored), Optional.empty(), Path.of("run.jsonl"), List.of(), Optional.empty());
        return Judge.judge(plan, Candidate.of(run, measurement), lookup).findings().stream()
                .anyMatch(finding -> finding instanceof Finding.Validity validity
                        && validity.status() == Finding.Status.BROKEN
                        && validity.cause() instanceof Cause.NotSteady);
    }
}
