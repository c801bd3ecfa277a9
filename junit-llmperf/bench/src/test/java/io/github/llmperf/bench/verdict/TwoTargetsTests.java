package io.github.llmperf.bench.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.metric.Verdict;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TwoTargetsTests {

    private static final int COMPARISONS = 300;

    private static final BenchCell NOISY = new BenchCell(
            "test", BenchCell.Source.RUN, .094, .21, .9, .5, 400, 10, 3, 0, BenchCell.Effect.ALL, 0, 0, false, 1, 1);

    private static double share(BenchCell cell, PairedStarts starts) throws IOException {
        return new TwoTargets(BenchCells.read(), COMPARISONS)
                .outcomes(cell, starts)
                .builds(Verdict.REGRESSION)
                .share();
    }

    /** Logarithms of how far the targets lie apart in each pair. */
    private static double[] differences(PairedStarts starts, int seed) {
        Experiment drawn = new DrawnRuns(NOISY).drawPairs(starts, new SplittableRandom(seed));
        double[] differences = new double[Experiment.PAIRS];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = Math.log(drawn.paired().get(i).value(BenchMeasure.TPOT_P50)
                    / drawn.reference().get(i).value(BenchMeasure.TPOT_P50));
        }
        return differences;
    }

    @Test
    void haveLuckOfTheirOwnInEachStart() {
        int drawn = 2_000;
        double[] ofRunning = new double[drawn];
        double insideRunning = 0;
        double insideStarted = 0;
        for (int i = 0; i < drawn; i++) {
            ofRunning[i] = Moments.mean(differences(PairedStarts.ONE_EACH, i));
            insideRunning += Moments.sd(differences(PairedStarts.ONE_EACH, i)) / drawn;
            insideStarted += Moments.sd(differences(PairedStarts.ANEW, i)) / drawn;
        }
        assertThat(Moments.sd(ofRunning)).as("of two starts").isCloseTo(Math.sqrt(2) * .094, within(.01));
        assertThat(insideRunning).as("of loads on two starts").isLessThan(.03);
        assertThat(insideStarted).as("of starts").isCloseTo(Math.sqrt(2) * .094, within(.01));
    }

    @Test
    void areTakenForChangedWhereTheyKeepRunningOnly() throws IOException {
        assertThat(share(NOISY, PairedStarts.ONE_EACH)).isBetween(.25, .45);
        assertThat(share(NOISY, PairedStarts.ANEW)).isLessThan(.02);
        assertThat(share(NOISY.slower(1), PairedStarts.ANEW)).isEqualTo(1);
    }
}
