package io.github.llmperf.bench.verdict;

import io.github.llmperf.metric.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** How often a comparison of two targets is wrong where each start of each has luck of its own. */
final class TwoTargets {

    private static final double[] EFFECTS = {0, .10, .20, .30};

    private final List<BenchCell> cells;
    private final int experiments;

    TwoTargets(List<BenchCell> cells, int experiments) {
        this.cells = cells;
        this.experiments = experiments;
    }

    String text() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                """

                ## Two targets

                %d pairs, requests are drawn one by one, %,d comparisons each; every start of either target has luck of its \
                own, as each run has above. Where both keep running, all pairs compare the same two starts; elsewhere each \
                pair starts both anew. REGRESSION / PASS of a comparison in percent; it is as bad as its worst measure.

                | starts differ by | this target is | both keep running | started anew for each pair |
                |---|---|---|---|
                """,
                Experiment.PAIRS,
                experiments));
        for (String environment : Benchmarked.ENVIRONMENTS) {
            for (double effect : EFFECTS) {
                BenchCell cell = cell(environment).slower(effect);
                text.append(String.format(
                        Locale.ROOT,
                        "| %s %% | %s | %s | %s |%n",
                        Interval.percent(cell.trialSd()),
                        effect == 0 ? "unchanged" : Math.round(100 * effect) + " % slower",
                        figures(cell, PairedStarts.ONE_EACH),
                        figures(cell, PairedStarts.ANEW)));
            }
        }
        return text.toString();
    }

    private BenchCell cell(String environment) {
        String name = environment + " +0%, by request";
        return cells.stream()
                .filter(cell -> cell.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there must be a cell \"" + name + "\""));
    }

    private String figures(BenchCell cell, PairedStarts starts) {
        Outcomes outcomes = outcomes(cell, starts);
        return outcomes.builds(Verdict.REGRESSION) + " / "
                + Interval.percent(outcomes.builds(Verdict.PASS).share());
    }

    /** Judges as many comparisons as asked for. */
    Outcomes outcomes(BenchCell cell, PairedStarts starts) {
        long[] seeds = new SplittableRandom(cell.seed() + Math.round(100 * cell.effect()))
                .longs(experiments)
                .toArray();
        return Arrays.stream(seeds)
                .parallel()
                .mapToObj(seed -> new DrawnRequests(cell).drawPairs(starts, new SplittableRandom(seed)))
                .map(pairs -> Outcomes.none(0).plus(new OwnPairedRule().decide(pairs, false)))
                .reduce(Outcomes.none(0), Outcomes::plus);
    }
}
