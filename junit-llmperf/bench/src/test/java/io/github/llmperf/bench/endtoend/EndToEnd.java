package io.github.llmperf.bench.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult.Status;

/**
 * Whole builds over HTTP: a baseline is recorded by the extension, then an unchanged and a slowed candidate are judged
 * against it, and nothing counts but whether the build fails. Goes on where it was interrupted.
 */
public final class EndToEnd {

    static final double EFFECT = .20;
    static final int STORED = 10;
    static final List<Double> SDS = List.of(.018, .042);

    /** Starts of a server that one build may make, with some to spare. */
    private static final int STARTS = 8;

    private static final int MOST_RECORDED = 3 * STORED;
    private static final int MOST_BUILDS = 6;
    private static final long SEED = 2025;

    private final Path directory;
    private final Path scores;
    private final int trials;

    private EndToEnd(Path directory, Path scores, int trials) {
        this.directory = directory;
        this.scores = scores;
        this.trials = trials;
    }

    /**
     * Scores builds and writes the page.
     *
     * @param args the page, the file of scores, a directory for everything else, the number of baselines, most trials
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        EndToEnd all = new EndToEnd(Path.of(args[2]), Path.of(args[1]), Integer.parseInt(args[4]));
        for (int baseline = 0; baseline < Integer.parseInt(args[3]); baseline++) {
            all.score(baseline);
        }
        Files.writeString(Path.of(args[0]), new EndToEndPage(Scored.read(all.scores), all.trials).text());
    }

    private void score(int baseline) throws IOException {
        long known = Scored.read(scores).stream()
                .filter(scored -> scored.baseline() == baseline)
                .count();
        if (known > 0) {
            return;
        }
        SplittableRandom random = new SplittableRandom(SEED + baseline);
        double sd = SDS.get(baseline % SDS.size());
        Path place = directory.resolve(Integer.toString(baseline));
        delete(place);
        int recorded = record(place, sd, random);
        Scored unchanged = judge(place, baseline, sd, 0, recorded, random);
        Scored slowed = judge(place, baseline, sd, EFFECT, recorded, random);
        // Both or neither, so that what was interrupted begins anew.
        unchanged.append(scores);
        slowed.append(scores);
        delete(place);
    }

    /** Records until enough valid runs are stored, and says how many builds that took. */
    private static int record(Path place, double sd, SplittableRandom random) throws IOException {
        int stored = 0;
        int builds = 0;
        while (stored < STORED) {
            if (builds == MOST_RECORDED) {
                throw new IllegalStateException(
                        "of " + builds + " recorded runs only " + stored + " were valid; run it on a quieter machine");
            }
            OneBuild build = new OneBuild(place, "record-" + builds++);
            OneBuild.Outcome outcome = build.run(factors(sd, 0, random), Map.of("llmperf.baseline", "record"));
            // A regression among the recorded is stored, but not used until accepted.
            stored += outcome.status() == Status.SUCCESSFUL ? 1 : 0;
        }
        return builds;
    }

    private Scored judge(Path place, int baseline, double sd, double effect, int recorded, SplittableRandom random)
            throws IOException {
        OneBuild build;
        OneBuild.Outcome outcome;
        int builds = 0;
        do {
            build = new OneBuild(place, "candidate-" + effect + "-" + builds++);
            outcome = build.run(
                    factors(sd, effect, random), trials == 1 ? Map.of() : Map.of("llmperf.trials", "" + trials));
            // A run that cannot be judged is run again, as people do.
        } while (outcome.status() == Status.ABORTED && builds < MOST_BUILDS);
        int left = Files.readAllLines(place.resolve(build.name()).resolve("factors"))
                .size();
        Scored scored =
                new Scored(baseline, sd, effect, recorded, builds, STARTS - left, outcome.status(), outcome.verdict());
        System.out.println(scored.line());
        return scored;
    }

    /** Draws how much slower each start of the server is. */
    private static double[] factors(double sd, double effect, SplittableRandom random) {
        double[] factors = new double[STARTS];
        Arrays.setAll(factors, i -> (1 + effect) * Math.exp(sd * random.nextGaussian()));
        return factors;
    }

    private static void delete(Path place) throws IOException {
        if (!Files.exists(place)) {
            return;
        }
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
