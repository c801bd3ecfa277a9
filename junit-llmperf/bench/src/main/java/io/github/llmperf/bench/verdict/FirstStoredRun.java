package io.github.llmperf.bench.verdict;

import io.github.llmperf.verdict.RunDifference;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What a single stored run can tell. All that any rule has then is how far two runs are apart: where runs differ by 15 %,
 * few unchanged builds may lie beyond the limit, and where they differ by 5 %, nearly every doubled latency must. Between
 * the two there is little room, which is why the assumed noise weighs as much as it does.
 */
final class FirstStoredRun {

    private static final String UNCHANGED = "growing baseline, sd 15%, +0%";
    private static final String DOUBLED = "growing baseline, sd 5%, doubled";
    private static final double MOST_ALARMS = 1.5 * OwnRule.ALPHA;
    private static final double SURE = .99;

    private final double[] unchanged;
    private final double[] doubled;

    /** Draws pairs of one stored run and one of a candidate, and keeps how far each is apart. */
    FirstStoredRun(List<BenchCell> cells, int experiments) {
        unchanged = shifts(cell(cells, UNCHANGED), experiments);
        doubled = shifts(cell(cells, DOUBLED), experiments);
    }

    private static BenchCell cell(List<BenchCell> cells, String name) {
        return cells.stream()
                .filter(cell -> cell.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there must be a cell \"" + name + "\""));
    }

    /** Returns by how much the worst measure is worse, ascending. */
    private static double[] shifts(BenchCell cell, int experiments) {
        SplittableRandom random = new SplittableRandom(cell.seed());
        DrawnRuns runs = new DrawnRuns(cell);
        double[] shifts = new double[experiments];
        Arrays.setAll(shifts, i -> {
            BenchRun stored = runs.run(Luck.draw(cell, random), false, random);
            BenchRun candidate = runs.run(Luck.draw(cell, random), true, random);
            ToDoubleFunction<BenchMeasure> shift =
                    measure -> Math.log(candidate.value(measure) / stored.value(measure));
            return Arrays.stream(BenchMeasure.values()).mapToDouble(shift).max().orElseThrow();
        });
        Arrays.sort(shifts);
        return shifts;
    }

    String text() {
        double careful = unchanged[(int) Math.ceil((1 - MOST_ALARMS) * unchanged.length) - 1];
        double keen = doubled[(int) Math.floor((1 - SURE) * doubled.length)];
        return String.format(
                Locale.ROOT,
                """

                ### What one stored run can tell

                With one stored run and one trial, all that a rule has is how far two runs are apart, in any of the four \
                measures; how much runs differ by themselves it can only assume. Of %,d pairs each:

                | limit | lies at | unchanged builds above it where runs differ by 15 %% | doubled latencies above it \
                where they differ by 5 %% |
                |---|---|---|---|
                %s%s%s""",
                unchanged.length,
                row("makes 1.5 % of false alarms", careful),
                row("ours", limit()),
                row("sees 99 % of doubled latencies", keen));
    }

    /** Returns what the worst of the measures must exceed behind Holm's correction. */
    private static double limit() {
        RunDifference one = RunDifference.of(new double[] {0}, 0, OwnRule.ASSUMED_SD, OwnRule.FLOOR_SD);
        return one.error()
                * TDistribution.of(one.degreesOfFreedom())
                        .inverseSurvivalProbability(OwnRule.ALPHA / BenchMeasure.values().length);
    }

    private String row(String what, double limit) {
        return String.format(
                Locale.ROOT,
                "| %s | %+.0f %% | %s | %s |%n",
                what,
                100 * Math.expm1(limit),
                above(unchanged, limit),
                above(doubled, limit));
    }

    private static Interval above(double[] shifts, double limit) {
        return new Interval(
                (int) Arrays.stream(shifts).filter(shift -> shift > limit).count(), shifts.length);
    }
}
