package io.github.llmperf.bench;

import io.github.llmperf.verdict.RunDifference;
import io.github.llmperf.verdict.RunLevelRule;
import io.github.llmperf.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * Checks the regression rule by simulation at run level: four guarded measures of a cell, K stored runs and one
 * candidate, log-normal noise from run to run. Fixed seeds; under a minute. Writes a Markdown table to the file named.
 */
public final class VerdictCheck {

    private static final double ALPHA = .01;
    private static final double ASSUMED = .10;
    private static final double FLOOR = .02;
    private static final double[] TOLERANCES = {.10, .15, .10, .10};
    private static final double[] NOISES = {.018, .042, .05, .094, .10, .15};
    private static final double[] EFFECTS = {.10, .20, .50, 1, 9};
    private static final int[] RUNS = {1, 2, 3, 4, 5, 6, 7, 8, 10, 15};
    /** Part of the noise that all measures of a run share: a busy machine slows them all. */
    private static final double SHARED = .5;

    /** More where nothing changed: small chances need more experiments. */
    private static final int UNCHANGED_FACTOR = 5;

    private final int experiments;
    private final Map<Scene, Counts> simulated = new ConcurrentHashMap<>();

    private VerdictCheck(int experiments) {
        this.experiments = experiments;
    }

    /**
     * Runs all cells and writes the results.
     *
     * @param args the file to write; optionally the number of experiments per cell (default 3,000)
     * @throws IOException if the file cannot be written
     */
    public static void main(String[] args) throws IOException {
        VerdictCheck check = new VerdictCheck(args.length > 1 ? Integer.parseInt(args[1]) : 3_000);
        Path file = Path.of(args[0]).toAbsolutePath();
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, check.report(), StandardCharsets.UTF_8);
    }

    /** One setting of the simulation: the effect in one measure, or in all of them. */
    private record Scene(double noise, int runs, double effect, boolean everywhere) {

        /** Spread over all bits, since neighbouring settings must not share random numbers. */
        long seed() {
            return (Double.doubleToLongBits(noise) * 31 + runs) * 0x9E3779B97F4A7C15L
                    + Double.doubleToLongBits(effect) * 17
                    + (everywhere ? 1 : 0);
        }
    }

    /** How often something happened. */
    private record Share(int hits, int of) {

        @Override
        public String toString() {
            double low =
                    hits == 0 ? 0 : BetaDistribution.of(hits, of - hits + 1.).inverseCumulativeProbability(.025);
            double high =
                    hits == of ? 1 : BetaDistribution.of(hits + 1., of - hits).inverseCumulativeProbability(.975);
            return String.format(Locale.ROOT, "%.2f (%.2f–%.2f)", 100. * hits / of, 100 * low, 100 * high);
        }
    }

    /**
     * What came of one cell.
     *
     * @param anyRegression experiments with a REGRESSION in any measure: the cell's verdict
     * @param anyImproved experiments with an IMPROVED in any measure and no regression
     * @param firstRegression experiments with a REGRESSION in the measure that changed
     * @param firstPass experiments with a PASS in the measure that changed
     * @param allPass experiments without REGRESSION and UNDECIDED
     */
    private record Counts(int anyRegression, int anyImproved, int firstRegression, int firstPass, int allPass) {

        static Counts of(List<Verdict> verdicts) {
            boolean regression = verdicts.contains(Verdict.REGRESSION);
            return new Counts(
                    regression ? 1 : 0,
                    !regression && verdicts.contains(Verdict.IMPROVED) ? 1 : 0,
                    verdicts.get(0) == Verdict.REGRESSION ? 1 : 0,
                    verdicts.get(0) == Verdict.PASS ? 1 : 0,
                    regression || verdicts.contains(Verdict.UNDECIDED) ? 0 : 1);
        }

        Counts plus(Counts other) {
            return new Counts(
                    anyRegression + other.anyRegression,
                    anyImproved + other.anyImproved,
                    firstRegression + other.firstRegression,
                    firstPass + other.firstPass,
                    allPass + other.allPass);
        }
    }

    private int experiments(Scene scene) {
        return scene.effect() == 0 ? UNCHANGED_FACTOR * experiments : experiments;
    }

    private Counts simulate(Scene scene) {
        SplittableRandom random = new SplittableRandom(scene.seed());
        Counts counts = new Counts(0, 0, 0, 0, 0);
        for (int i = 0; i < experiments(scene); i++) {
            counts = counts.plus(Counts.of(RunLevelRule.decide(cell(random, scene), ALPHA)));
        }
        return counts;
    }

    private static List<RunLevelRule.Case> cell(SplittableRandom random, Scene scene) {
        int measures = TOLERANCES.length;
        double[][] stored = new double[measures][scene.runs()];
        for (int run = 0; run < scene.runs(); run++) {
            double[] values = run(random, scene.noise());
            for (int m = 0; m < measures; m++) {
                stored[m][run] = values[m];
            }
        }
        double[] candidate = run(random, scene.noise());
        List<RunLevelRule.Case> cases = new ArrayList<>();
        for (int m = 0; m < measures; m++) {
            double shifted = candidate[m] + (m == 0 || scene.everywhere() ? Math.log1p(scene.effect()) : 0);
            cases.add(new RunLevelRule.Case(
                    RunDifference.of(stored[m], shifted, ASSUMED, FLOOR), Math.log1p(TOLERANCES[m])));
        }
        return cases;
    }

    private static double[] run(SplittableRandom random, double noise) {
        double shared = random.nextGaussian() * Math.sqrt(SHARED);
        return IntStream.range(0, TOLERANCES.length)
                .mapToDouble(m -> noise * (shared + random.nextGaussian() * Math.sqrt(1 - SHARED)))
                .toArray();
    }

    private String report() {
        StringBuilder text = new StringBuilder();
        text.append("# The regression rule, simulated\n\n")
                .append("Four guarded measures (tolerance 10, 15, 10, 10 %), one candidate run, K stored runs, ")
                .append("alpha 1 % per cell, assumed noise 10 %, floor 2 %. Noise is log-normal from run to run; half ")
                .append("of its variance is shared by the measures of a run.\n")
                .append(String.format(
                        Locale.ROOT,
                        "%,d experiments per number (%,d where nothing changed), ",
                        experiments,
                        UNCHANGED_FACTOR * experiments))
                .append("fixed seeds, fresh baselines each time.\n")
                .append("In percent; in brackets the Clopper-Pearson 95 % interval.\n\n")
                .append("The assumed noise is 10 %. In environments noisier than that, few stored runs promise more ")
                .append("than they keep: the column of 15 % shows it.\n\n")
                .append("Written, from the root of the project, by\n\n")
                .append("```\nmvn -q -pl junit-llmperf/bench -am -Pverdict-check process-classes\n```\n");
        table(text, "Nothing changed, any measure REGRESSION: false alarms", 0, false, Counts::anyRegression);
        table(text, "Nothing changed, any measure IMPROVED", 0, false, Counts::anyImproved);
        table(text, "Nothing changed, all measures PASS or IMPROVED", 0, false, Counts::allPass);
        table(text, "2 % worse everywhere, any measure REGRESSION", .02, true, Counts::anyRegression);
        table(text, "5 % worse everywhere, any measure REGRESSION", .05, true, Counts::anyRegression);
        for (double effect : EFFECTS) {
            String title = Math.round(effect * 100) + " % worse in one measure, which is a REGRESSION";
            table(text, title, effect, false, Counts::firstRegression);
        }
        table(text, "100 % worse everywhere, any measure REGRESSION", 1, true, Counts::anyRegression);
        table(text, "10 % worse in one measure, its tolerance, which is wrongly a PASS", .10, false, Counts::firstPass);
        return text.toString();
    }

    private void table(
            StringBuilder text, String title, double effect, boolean everywhere, ToIntFunction<Counts> count) {
        text.append("\n## ").append(title).append("\n\n| K |");
        for (double noise : NOISES) {
            text.append(String.format(Locale.ROOT, " sd %.1f %% |", noise * 100));
        }
        text.append("\n|---|").append("---|".repeat(NOISES.length)).append('\n');
        for (int runs : RUNS) {
            List<String> cells = Arrays.stream(NOISES)
                    .parallel()
                    .mapToObj(noise -> new Scene(noise, runs, effect, everywhere))
                    .map(scene -> new Share(
                            count.applyAsInt(simulated.computeIfAbsent(scene, this::simulate)), experiments(scene)))
                    .map(Share::toString)
                    .toList();
            text.append("| ")
                    .append(runs)
                    .append(" | ")
                    .append(String.join(" | ", cells))
                    .append(" |\n");
        }
    }
}
