package io.github.llmperf.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LogScaleTests {

    @Test
    void endsAtRoundValuesAroundTheData() {
        assertThat(LogScale.around(27, 4200)).isEqualTo(new LogScale(20, 5000));
    }

    @Test
    void labelsOneTwoFive() {
        assertThat(new LogScale(20, 500).ticks()).containsExactly(20., 50., 100., 200., 500.);
    }

    @Test
    void labelsOnlyDecadesWhereThereAreMany() {
        assertThat(new LogScale(.01, 1000).ticks()).containsExactly(.01, .1, 1., 10., 100., 1000.);
    }

    @Test
    void placesEqualFactorsAtEqualDistances() {
        LogScale scale = new LogScale(1, 100);

        assertThat(scale.position(1)).isZero();
        assertThat(scale.position(10)).isCloseTo(.5, within(1e-12));
        assertThat(scale.position(100)).isEqualTo(1);
    }

    @Test
    void keepsWhatLiesOutsideAtTheEdge() {
        assertThat(new LogScale(1, 100).position(0)).isZero();
        assertThat(new LogScale(1, 100).position(1e9)).isEqualTo(1);
    }

    @Test
    void hasLengthEvenWhereAllValuesAreEqual() {
        LogScale scale = LogScale.around(1.02, 1.02);

        assertThat(scale.high()).isGreaterThan(scale.low());
    }
}
