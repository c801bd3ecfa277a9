package io.github.llmperf.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinearScaleTests {

    @Test
    void holdsBothValuesBetweenRoundBounds() {
        LinearScale scale = LinearScale.around(612, 812);

        assertThat(scale.low()).isEqualTo(600);
        assertThat(scale.high()).isEqualTo(900);
        assertThat(scale.ticks()).containsExactly(600., 700., 800., 900.);
    }

    @Test
    void spansAFifthOfValuesThatHardlyDiffer() {
        LinearScale scale = LinearScale.around(99.9, 100.1);

        assertThat(scale.low()).isEqualTo(90);
        assertThat(scale.high()).isEqualTo(110);
    }

    @Test
    void takesStepsThatItsWidenedEndsAreMultiplesOf() {
        assertThat(LinearScale.around(19.9, 20).ticks()).containsExactly(16., 18., 20., 22.);
    }

    @Test
    void neverGoesBelowZeroForWhatCannot() {
        assertThat(LinearScale.around(0, 0).low()).isZero();
        assertThat(LinearScale.around(0, 0).high()).isPositive();
        assertThat(LinearScale.around(.1, 5).low()).isZero();
    }
}
