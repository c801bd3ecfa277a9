package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expected values are those of {@code scipy.stats.ttest_rel} on the logarithms. */
class PairedDifferenceTests {

    private static final double[] FAR = logs(41.2, 40.1, 43.7, 39.8, 42.5, 41.9, 40.6, 44.0);
    private static final double[] FAR_OTHER = logs(20.1, 21.0, 20.4, 19.7, 20.9, 20.2, 19.9, 21.3);
    private static final double[] NEAR = logs(812, 798, 845, 830, 779, 861, 820, 806);
    private static final double[] NEAR_OTHER = logs(790, 805, 818, 801, 795, 822, 815, 787);

    private static double[] logs(double... values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }

    @Test
    void agreesWithAnIndependentTestOfPairs() {
        PairedDifference far = PairedDifference.of(FAR, FAR_OTHER);
        assertThat(far.shift()).isCloseTo(0.7134403564047543, within(1e-12));
        assertThat(Math.sqrt(far.variance())).isCloseTo(0.03232835626976846, within(1e-12));
        assertThat(far.error()).isCloseTo(0.011429799971483958, within(1e-12));
        assertThat(far.pWorse()).isCloseTo(3.557021934016104e-11, within(1e-15));
        assertThat(far.pBetter()).isCloseTo(0.9999999999644298, within(1e-12));
        assertThat(far.shift() - far.reach(.95)).isCloseTo(0.6917857019183224, within(1e-9));
        assertThat(far.shift() + far.reach(.95)).isCloseTo(0.7350950108911862, within(1e-9));
    }

    @Test
    void agreesWhereTheDifferenceIsSmall() {
        PairedDifference near = PairedDifference.of(NEAR, NEAR_OTHER);
        assertThat(near.shift()).isCloseTo(0.017845940112899306, within(1e-12));
        assertThat(near.pWorse()).isCloseTo(0.03307526539392747, within(1e-9));
        assertThat(near.pBelow(Math.log(1.1))).isCloseTo(1.562010050823878e-05, within(1e-12));
        assertThat(near.shift() - near.reach(.95)).isCloseTo(0.002299148042687698, within(1e-9));
        assertThat(near.shift() + near.reach(.95)).isCloseTo(0.03339273218311091, within(1e-9));
    }

    @Test
    void isItsOwnMirrorImage() {
        PairedDifference one = PairedDifference.of(NEAR, NEAR_OTHER);
        PairedDifference other = PairedDifference.of(NEAR_OTHER, NEAR);
        assertThat(other.shift()).isCloseTo(-one.shift(), within(1e-15));
        assertThat(other.pBetter()).isCloseTo(one.pWorse(), within(1e-15));
    }

    @Test
    void cancelsWhatBothLoadsOfAPairShare() {
        double[] drifting = new double[NEAR.length];
        double[] driftingOther = new double[NEAR.length];
        for (int i = 0; i < NEAR.length; i++) {
            drifting[i] = NEAR[i] + .1 * i;
            driftingOther[i] = NEAR_OTHER[i] + .1 * i;
        }
        assertThat(PairedDifference.of(drifting, driftingOther).pWorse())
                .isCloseTo(PairedDifference.of(NEAR, NEAR_OTHER).pWorse(), within(1e-9));
    }

    @Test
    void saysWhatItCanDetect() {
        PairedDifference near = PairedDifference.of(NEAR, NEAR_OTHER);
        assertThat(near.detectable(.01, 0)).isCloseTo(0.03195376325527851, within(1e-9));
        assertThat(near.detectable(.0025, 0)).isCloseTo(0.04041724827080213, within(1e-9));
        // At exactly delta every other run comes out below it: t(.8; 7) = 0.896029644 standard errors more are needed.
        assertThat(near.detectable(.01, .2)).isCloseTo(.2 + .896029644 * near.error(), within(1e-9));
    }

    @Test
    void saysHowManyPairsADifferenceTakes() {
        double delta = Math.log(1.1);
        assertThat(new PairedDifference(0, .05 * .05, 8).runsNeeded(.01, delta)).isEqualTo(6);
        assertThat(new PairedDifference(0, .1 * .1, 8).runsNeeded(.01, delta)).isEqualTo(14);
        assertThat(new PairedDifference(0, .2 * .2, 8).runsNeeded(.01, delta)).isEqualTo(47);
        assertThat(new PairedDifference(0, 1, 8).runsNeeded(.01, delta)).isEqualTo(-1);
    }

    @Test
    void believesNoVarianceBelowTheFloor() {
        PairedDifference equal = PairedDifference.of(logs(20, 20, 20), logs(20, 20, 20));
        assertThat(equal.shift()).isZero();
        assertThat(equal.error()).isCloseTo(.005 / Math.sqrt(3), within(1e-15));
        assertThat(equal.pWorse()).isCloseTo(.5, within(1e-12));
    }

    /** Each start of either server has luck of its own: the more starts differ, the more must a change. */
    @ParameterizedTest
    @ValueSource(doubles = {.018, .042, .094, .3})
    void keepsItsPromiseHoweverFarStartsDiffer(double sd) {
        Random random = new Random(17);
        int alarms = 0;
        for (int i = 0; i < 10_000; i++) {
            double[] own =
                    random.doubles(8).map(nothing -> sd * random.nextGaussian()).toArray();
            double[] other =
                    random.doubles(8).map(nothing -> sd * random.nextGaussian()).toArray();
            alarms += PairedDifference.of(own, other).pWorse() < .01 ? 1 : 0;
        }
        assertThat(alarms).isBetween(70, 130);
    }

    @Test
    void refusesWhatIsNoPair() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedDifference.of(logs(1, 2), logs(1, 2, 3)))
                .withMessage("values must be equally many, but are 2 and 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedDifference.of(logs(1), logs(2)))
                .withMessage("pairs must be 2 or more, but are 1");
    }
}
