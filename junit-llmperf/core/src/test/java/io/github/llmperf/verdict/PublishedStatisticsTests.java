package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.verdict.RunDifference.Noise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statistics against values computed independently or published, to nine digits. */
class PublishedStatisticsTests {

    private static RunDifference t(double value, double degreesOfFreedom) {
        return new RunDifference(value, 1, degreesOfFreedom, 1, new Noise(0, .01, .0004, 0, 0));
    }

    /** {@code scipy.stats.t.sf} of SciPy 1.17.1. */
    @ParameterizedTest
    @CsvSource({
        "1, .5, 0.35241638234956674", "1, 12, 0.026464676059589878", "2, 1, 0.2113248654051871",
        "2, 4, 0.028595479208968315", "4, 2.5, 0.03338327240599407", "7, 1, 0.1753083314101037",
        "7, 4, 0.0025949566746484064", "9, 2.5, 0.016930913841492867", "9, 12, 3.8499431114928265e-07",
        "10, .5, 0.3139468028714865", "10, 4, 0.0012591663123683473", "14, 2.5, 0.012733332307031081",
        "14, 12, 4.676665369683922e-09", "30, 1, 0.1626543077130151", "30, 4, 0.0001909228180418782"
    })
    void takesTheUpperTailOfStudentsT(double degreesOfFreedom, double x, double p) {
        assertThat(t(x, degreesOfFreedom).pWorse()).isCloseTo(p, within(1e-9));
        assertThat(t(x, degreesOfFreedom).pBetter()).isCloseTo(1 - p, within(1e-9));
        assertThat(t(-x, degreesOfFreedom).pBetter()).isCloseTo(p, within(1e-9));
        assertThat(t(-x, degreesOfFreedom).pWorse()).isCloseTo(1 - p, within(1e-9));
        assertThat(t(1, degreesOfFreedom).pBelow(1 + x)).isCloseTo(p, within(1e-9));
        assertThat(t(1, degreesOfFreedom).pBelow(1 - x)).isCloseTo(1 - p, within(1e-9));
    }

    /** {@code scipy.stats.t.isf} of SciPy 1.17.1. */
    @ParameterizedTest
    @CsvSource({
        "7, .05, 1.8945786050900066", "7, .01, 2.9979515668685286", "7, .0025, 4.029337177642486",
        "9, .05, 1.8331129326562376", "9, .01, 2.8214379250258093", "9, .0025, 3.689662392304231",
        "14, .05, 1.7613101357748915", "14, .01, 2.6244940675900517", "14, .0025, 3.3256958178380236"
    })
    void takesQuantilesOfStudentsT(double degreesOfFreedom, double p, double quantile) {
        assertThat(t(0, degreesOfFreedom).reach(1 - p)).isCloseTo(quantile, within(1e-9));
    }

    /**
     * The fifteen p values of Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", Journal of the Royal
     * Statistical Society B 57 (1995), 289–300, table 1: three are significant where the chance of one false claim is .05.
     */
    @Test
    void findsThreeOfThePublishedFifteenSignificant() {
        double[] p = {
            .0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344, .0459, .3240, .4262, .5719, .6528, .7590, 1
        };
        boolean[] significant = Holm.significant(p, .05);

        for (int i = 0; i < p.length; i++) {
            assertThat(significant[i]).as("p = " + p[i]).isEqualTo(i < 3);
        }
    }

    @Test
    void correctsWhateverTheOrder() {
        assertThat(Holm.significant(new double[] {.04, .0001, .02, .013}, .05)).containsExactly(true, true, true, true);
        assertThat(Holm.significant(new double[] {.06, .0001, .02, .013}, .05))
                .containsExactly(false, true, true, true);
        assertThat(Holm.significant(new double[] {.04, .0001, .026, .013}, .05))
                .containsExactly(false, true, false, true);
        assertThat(Holm.significant(new double[] {.04, .0001, .02, .017}, .05))
                .containsExactly(false, true, false, false);
    }

    @Test
    void treatsEqualPAlike() {
        assertThat(Holm.significant(new double[] {.01, .04, .01}, .05)).containsExactly(true, true, true);
        assertThat(Holm.significant(new double[] {.02, .02, .02}, .05)).containsExactly(false, false, false);
        assertThat(Holm.significant(new double[] {.016, .016, .016}, .05)).containsExactly(true, true, true);
    }

    @Test
    void stopsAtTheFirstThatIsNot() {
        // .03 would do as the last of two, but .026 has failed before it.
        assertThat(Holm.significant(new double[] {.026, .03}, .05)).containsExactly(false, false);
        assertThat(Holm.significant(new double[] {.025, .03}, .05)).containsExactly(false, false);
        assertThat(Holm.significant(new double[] {.0249, .03}, .05)).containsExactly(true, true);
        assertThat(Holm.significant(new double[] {Double.NaN, .001}, .05)).containsExactly(false, true);
    }
}
