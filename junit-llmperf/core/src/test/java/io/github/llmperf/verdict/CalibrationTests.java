package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CalibrationTests {

    @Test
    void resemblesWhatCameBefore() {
        // (1 − 2.5)(2 − 2.5) + (2 − 2.5)(3 − 2.5) + (3 − 2.5)(4 − 2.5) = 1.25, over 5
        assertThat(Autocorrelation.lagOne(new double[] {1, 2, 3, 4})).isEqualTo(.25, within(1e-12));
        // −3 of 4: ups and downs
        assertThat(Autocorrelation.lagOne(new double[] {1, -1, 1, -1})).isEqualTo(-.75, within(1e-12));
        assertThat(Autocorrelation.lagOne(new double[] {1, 2})).isNaN();
        assertThat(Autocorrelation.lagOne(new double[] {3, 3, 3})).isNaN();
    }

    @Test
    void detectsWhatTheFormulaSays() {
        // K = 10: df 9, t(.9975; 9) = 3.689662392, t(.8; 9) = 0.883403860, √(.04² (1/10 + 1)) = .0419523539
        DetectableEffect effect = new DetectableEffect(.0016, 0, .10, .0025);
        assertThat(effect.detectable(10, 1, 1))
                .isEqualTo(Math.expm1((3.689662392 + .883403860) * .0419523539), within(1e-8));
    }

    @Test
    void assumesNoiseWhileFewRunsAreStored() {
        // K = 1: ν₀ 10, df 10, variance .01 whatever was seen; t(.9975; 10) = 3.581406202, t(.8; 10) = 0.879057829
        assertThat(new DetectableEffect(.0001, 0, .10, .0025).detectable(1, 1, 1))
                .isEqualTo(Math.expm1((3.581406202 + .879057829) * Math.sqrt(.02)), within(1e-8));
    }

    @Test
    void believesNoLessNoiseThanTheRuleDoes() {
        DetectableEffect silent = new DetectableEffect(0, 0, .10, .0025);
        DetectableEffect floor = new DetectableEffect(.0004, 0, .10, .0025);
        assertThat(silent.detectable(10, 1, 1)).isEqualTo(floor.detectable(10, 1, 1));
    }

    @Test
    void gainsByRunsAndTrialsAndByRequestsOnlyWhatComesFromInside() {
        DetectableEffect between = DetectableEffect.of(.0016, 0, .10, .0025);
        assertThat(between.detectable(10, 1, 4)).isEqualTo(between.detectable(10, 1, .5));
        assertThat(between.detectable(10, 2, 1)).isLessThan(between.detectable(10, 1, 1));
        assertThat(between.detectable(30, 1, 1)).isLessThan(between.detectable(10, 1, 1));
        DetectableEffect inside = DetectableEffect.of(.0064, .0064, .10, .0025);
        assertThat(inside.detectable(10, 1, 4))
                .isEqualTo(new DetectableEffect(.0016, 0, .10, .0025).detectable(10, 1, 1));
    }

    @Test
    void takesWhatIsUnknownToBeBetweenRuns() {
        assertThat(DetectableEffect.of(.0016, Double.NaN, .10, .01))
                .isEqualTo(new DetectableEffect(.0016, 0, .10, .01));
        assertThat(DetectableEffect.of(.0016, .0020, .10, .01)).isEqualTo(new DetectableEffect(0, .0016, .10, .01));
    }
}
