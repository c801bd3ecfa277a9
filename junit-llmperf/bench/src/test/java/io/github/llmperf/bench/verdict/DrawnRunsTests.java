package io.github.llmperf.bench.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DrawnRunsTests {

    private static final int RUNS = 4_000;

    private static BenchCell cell(double sd, double rho, double effect, BenchCell.Effect on) {
        return new BenchCell("test", BenchCell.Source.RUN, sd, .21, .9, rho, 400, 10, 3, effect, on, 0, 0, false, 1, 1);
    }

    private static double[] logs(RunSource source, double sd, boolean slowed, BenchMeasure measure) {
        SplittableRandom random = new SplittableRandom(7);
        double[] logs = new double[RUNS];
        for (int i = 0; i < RUNS; i++) {
            Luck luck = Luck.draw(cell(sd, 0, 0, BenchCell.Effect.ALL), random);
            logs[i] = Math.log(source.run(luck, slowed, random).value(measure));
        }
        return logs;
    }

    @Test
    void differByTheLuckOfTheRunAndThatOfItsRequests() {
        DrawnRuns source = new DrawnRuns(cell(.094, .5, 0, BenchCell.Effect.ALL));
        double within = source.within()[1];
        assertThat(Moments.sd(logs(source, .094, false, BenchMeasure.TTFT_P90)))
                .isCloseTo(Math.hypot(.094, within), withinPercentage(4));
    }

    @Test
    void areSlowedByTheEffect() {
        DrawnRuns source = new DrawnRuns(cell(0, .5, .20, BenchCell.Effect.TTFT));
        assertThat(Moments.mean(logs(source, 0, true, BenchMeasure.TTFT_P50))).isCloseTo(Math.log(1.2), within(.003));
        assertThat(Moments.mean(logs(source, 0, true, BenchMeasure.TPOT_P50))).isCloseTo(0, within(.003));
        assertThat(Moments.mean(logs(source, 0, true, BenchMeasure.OUTPUT_TOKEN_RATE)))
                .isCloseTo(Math.log(1.05), within(.003));
    }

    @Test
    void estimateTheErrorInsideARunWithoutBias() {
        DrawnRuns source = new DrawnRuns(cell(0, .5, 0, BenchCell.Effect.ALL));
        SplittableRandom random = new SplittableRandom(7);
        double mean = Arrays.stream(new double[RUNS])
                .map(nothing -> source.run(new Luck(0, 0), false, random).within(BenchMeasure.TTFT_P50))
                .map(sd -> sd * sd)
                .average()
                .orElseThrow();
        assertThat(Math.sqrt(mean)).isCloseTo(source.within()[0], withinPercentage(2));
    }

    /** The error that is drawn without requests is the error that requests have, where neighbours are independent. */
    @Test
    void haveTheErrorThatDrawnRequestsHave() {
        BenchCell cell = cell(0, 0, 0, BenchCell.Effect.ALL);
        double[] expected = new DrawnRuns(cell).within();
        DrawnRequests requests = new DrawnRequests(cell);
        for (BenchMeasure measure : BenchMeasure.values()) {
            assertThat(Moments.sd(logs(requests, 0, false, measure)))
                    .as(measure.toString())
                    .isCloseTo(expected[measure.index()], withinPercentage(10));
        }
    }

    @Test
    void drawRequestsWhoseNeighboursCorrelate() {
        DrawnRequests requests = new DrawnRequests(cell(0, .8, 0, BenchCell.Effect.ALL));
        SplittableRandom random = new SplittableRandom(7);
        double sum = 0;
        for (int i = 0; i < 200; i++) {
            double[] tpot = requests.requests(new Luck(0, 0), random).tpot();
            double[] z = Arrays.stream(tpot).map(Math::log).toArray();
            double mean = Moments.mean(z);
            double product = 0;
            double square = 0;
            for (int j = 1; j < z.length; j++) {
                product += (z[j] - mean) * (z[j - 1] - mean);
                square += (z[j] - mean) * (z[j] - mean);
            }
            sum += product / square;
        }
        assertThat(sum / 200).isCloseTo(.8, within(.02));
    }

    @Test
    void drawBadTrialsAsOftenAsTheCellSays() {
        BenchCell cell = new BenchCell(
                "test", BenchCell.Source.RUN, 0, .21, .9, 0, 400, 10, 3, 0, BenchCell.Effect.ALL, .05, 0, false, 1, 1);
        SplittableRandom random = new SplittableRandom(7);
        int bad = 0;
        for (int i = 0; i < RUNS; i++) {
            bad += Luck.draw(cell, random).ttft() > 0 ? 1 : 0;
        }
        assertThat((double) bad / RUNS).isCloseTo(.05, within(.01));
    }
}
