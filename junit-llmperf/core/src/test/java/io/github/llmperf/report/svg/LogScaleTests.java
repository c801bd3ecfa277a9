package io.github.llmperf.report.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @Timeout(10)
    @CsvSource({
        "1, 1e308",
        "1e-308, 1e308",
        "1e308, 1e308",
        "1, Infinity",
        "Infinity, Infinity",
        "-Infinity, Infinity",
        "NaN, NaN",
        "NaN, 5",
        "5, NaN",
        "0, 0",
        "-5, 0",
        "-5, -1",
        "9, 3"
    })
    void hasAnEndWhateverTheData(double min, double max) {
        LogScale scale = LogScale.around(min, max);

        assertThat(scale.low()).isPositive().isFinite();
        assertThat(scale.high()).isFinite().isGreaterThan(scale.low());
        assertThat(Math.log10(scale.high() / scale.low())).isLessThanOrEqualTo(12 + 1e-9);
        assertThat(scale.ticks()).isNotEmpty().hasSizeLessThanOrEqualTo(13);
        assertThat(scale.position(min)).isNotNegative().isLessThanOrEqualTo(1);
        assertThat(scale.position(max)).isNotNegative().isLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "-1, 1", "1, 1", "2, 1", "NaN, 1", "1, NaN", "1, Infinity"})
    void refusesAnAxisWithoutLengthOrEnd(double low, double high) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LogScale(low, high))
                .withMessageStartingWith("axis must go from above 0 to a larger number");
    }
}
