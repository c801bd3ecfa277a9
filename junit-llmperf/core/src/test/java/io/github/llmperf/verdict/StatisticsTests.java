package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.metric.Statistic;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.RunDifference.Noise;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticsTests {

    private static RunDifference t(double value, double degreesOfFreedom) {
        return new RunDifference(value, 1, degreesOfFreedom, 1, new Noise(0, .01, .0004, 0, 0));
    }

    /** Quantiles of Student's t from published tables, upper tail. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.05, 6.313751515", "1, 0.01, 31.82051595", "4, 0.05, 2.131846786", "4, 0.01, 3.746947388",
        "7, 0.005, 3.499483297", "10, 0.05, 1.812461123", "10, 0.01, 2.763769458", "10, 0.0005, 4.586893859",
        "14, 0.025, 2.144786688", "30, 0.01, 2.457261542"
    })
    void takesPFromStudentsT(double degreesOfFreedom, double p, double quantile) {
        assertThat(t(quantile, degreesOfFreedom).pWorse()).isCloseTo(p, within(1e-8));
        assertThat(t(-quantile, degreesOfFreedom).pBetter()).isCloseTo(p, within(1e-8));
        assertThat(t(quantile, degreesOfFreedom).pBelow(0)).isCloseTo(1 - p, within(1e-8));
        assertThat(t(0, degreesOfFreedom).reach(1 - p)).isCloseTo(quantile, within(1e-6));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, .857", "5, .429", "7, .143", "8, 0", "15, 0"})
    void tellsHowMuchOfTheNoiseIsAssumed(int runs, double part) {
        double[] stored = IntStream.range(0, runs).mapToDouble(i -> i % 2).toArray();

        Evidence.Spread spread = RunDifference.of(stored, 0, .10, .02).spread();

        assertThat(spread.assumedPart()).isCloseTo(part, within(.001));
        assertThat(spread.isAssumed()).isEqualTo(runs < Sensitivity.ENOUGH_RUNS);
        assertThat(spread.assumedSd()).isEqualTo(runs < Sensitivity.ENOUGH_RUNS ? .10 : Double.NaN, within(1e-12));
    }

    @Test
    void assumesNothingOfPairs() {
        assertThat(PairedDifference.of(new double[] {1, 2}, new double[] {1, 1})
                        .spread()
                        .isAssumed())
                .isFalse();
    }

    @Test
    void moderatesTheVariance() {
        // K = 3: ν₀ = 5, s² = (5 · 0.01 + 2 · 0.01) / 7; se = s · √(1/3 + 1)
        RunDifference difference = RunDifference.of(new double[] {-.1, 0, .1}, .5, .10, .02);

        assertThat(difference.shift()).isCloseTo(.5, within(1e-12));
        assertThat(difference.degreesOfFreedom()).isEqualTo(7);
        assertThat(difference.error()).isCloseTo(.1 * Math.sqrt(4 / 3.), within(1e-12));
        assertThat(difference.sd()).isCloseTo(.1, within(1e-12));
    }

    @Test
    void believesNoVarianceBelowTheFloor() {
        RunDifference difference = RunDifference.of(new double[10], 0, .10, .02);

        assertThat(difference.degreesOfFreedom()).isEqualTo(9);
        assertThat(difference.error()).isCloseTo(.02 * Math.sqrt(1.1), within(1e-12));
    }

    @Test
    void addsTheNoiseInsideTheCandidate() {
        // s² = .04 of which .01 is within stored runs; the candidate has .05 within: v_x = .03 + .05
        Noise noise = new Noise(.04, .01, .0004, .01, .05);

        assertThat(noise.error(9, 1)).isCloseTo(Math.sqrt(.04 / 9 + .08), within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"1, 7", "2, 6", "3, 5", "4, 4", "5, 3", "6, 2", "7, 1", "8, 0", "9, 0", "15, 0"})
    void fadesThePrior(int runs, int weight) {
        assertThat(PriorNoise.weight(runs)).isEqualTo(weight);
    }

    @Test
    void detectsLessWithMoreRunsAndSaysHowManyAreNeeded() {
        double delta = Math.log(1.1);
        RunDifference few = RunDifference.of(new double[] {-.02, 0, .02}, 0, .10, .02);
        RunDifference many =
                RunDifference.of(new double[] {-.02, 0, .02, -.02, 0, .02, -.02, 0, .02, 0, 0, 0}, 0, .10, .02);

        // Significant it is from 7.3 % on, but what truly is 10 % worse comes out below 10 % every other time.
        assertThat(many.detectable(.0025, delta))
                .isCloseTo(delta + .8755300 * .02 * Math.sqrt(1 + 1 / 12.), within(1e-7));
        assertThat(few.detectable(.0025, delta)).isGreaterThan(3 * delta);
        assertThat(few.runsNeeded(.0025, delta)).isBetween(8, 13);
        assertThat(RunDifference.of(new double[] {-.1, 0, .1}, 0, .10, .02).runsNeeded(.0025, delta))
                .isEqualTo(-1);
    }

    /** S. Holm's own rule on the example of the textbooks: four hypotheses at 5 %. */
    @Test
    void correctsForSeveralMeasures() {
        assertThat(Holm.significant(new double[] {.01, .04, .03, .005}, .05)).containsExactly(true, false, false, true);
        assertThat(Holm.significant(new double[] {.0125, .0166, .0249, .049}, .05))
                .containsExactly(false, false, false, false);
        assertThat(Holm.significant(new double[] {.0124, .0166, .0249, .049}, .05))
                .containsExactly(true, true, true, true);
        assertThat(Holm.significant(new double[] {.02}, .05)).containsExactly(true);
        assertThat(Holm.significant(new double[0], .05)).isEmpty();
    }

    @Test
    void decidesByTheWorstMeasuresFirst() {
        RunLevelRule.Case doubled = one(Math.log(2));
        RunLevelRule.Case same = one(0);
        RunLevelRule.Case halved = one(-Math.log(2));

        assertThat(RunLevelRule.decide(List.of(same, doubled, halved, same), .01))
                .containsExactly(Verdict.PASS, Verdict.REGRESSION, Verdict.IMPROVED, Verdict.PASS);
    }

    @Test
    void claimsNothingBelowTheToleranceHoweverSignificant() {
        assertThat(RunLevelRule.decide(List.of(one(.094)), .01)).containsExactly(Verdict.UNDECIDED);
        assertThat(RunLevelRule.decide(List.of(one(.0954)), .01)).containsExactly(Verdict.REGRESSION);
        assertThat(RunLevelRule.decide(List.of(one(-.094)), .01)).containsExactly(Verdict.PASS);
        assertThat(RunLevelRule.decide(List.of(one(-.0954)), .01)).containsExactly(Verdict.IMPROVED);
    }

    private static RunLevelRule.Case one(double shift) {
        return new RunLevelRule.Case(RunDifference.of(new double[15], shift, .10, .02), Math.log(1.1));
    }

    @ParameterizedTest
    @CsvSource({"90, 64", "95, 130", "99, 662"})
    void certifiesAPercentileFromTheSamplesOn(double percentile, long samples) {
        Statistic statistic = Statistic.percentile(percentile);

        assertThat(SlaRule.isCertified(statistic, samples)).isTrue();
        assertThat(SlaRule.isCertified(statistic, samples - 1)).isFalse();
        assertThat(SlaRule.isCertified(Statistic.MEAN, samples)).isFalse();
    }
}
