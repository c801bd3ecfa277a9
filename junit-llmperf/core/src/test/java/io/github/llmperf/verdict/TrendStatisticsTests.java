package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values: {@code original_test} of pymannkendall 1.4.3 and {@code theilslopes} of SciPy 1.17.1. */
class TrendStatisticsTests {

    private static double[] series(String values) {
        return Arrays.stream(values.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }

    @ParameterizedTest
    @CsvSource({
        "12.1 11.8 12.6 13.0 12.9 13.4 13.1 14.2 14.0 14.9, 37, 125, 3.219937887599697, 0.0012821837418053317",
        "5 5 6 7 7 7 8 6 9 9 10 10, 51, 205, 3.492151478847891, 0.00047914643458724093",
        "9.5 9.1 9.3 8.7 8.8 8.1 7.9 8.0 7.2 7.3 6.9, -47, 165, -3.5810951431430054, 0.0003421570184669598",
        "3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4, 40, 930, 1.2788603797787081, 0.2009462268643072",
        "1120 1160 963 1210 1160 1160 813 1230 1370 1140, 10, 121.33333333333333, 0.8170571691028833,"
                + " 0.41389575813956925"
    })
    void tellsATrendAsMannAndKendallDo(String values, long s, double variance, double z, double p) {
        MannKendall trend = MannKendall.of(series(values));

        assertThat(trend.s()).isEqualTo(s);
        assertThat(trend.variance()).isCloseTo(variance, within(1e-9));
        assertThat(trend.z()).isCloseTo(z, within(1e-9));
        assertThat(trend.p()).isCloseTo(p, within(1e-9));
    }

    @Test
    void findsNoTrendWhereNothingChanges() {
        assertThat(MannKendall.of(7, 7, 7, 7)).isEqualTo(new MannKendall(0, 0));
        assertThat(MannKendall.of(7, 7, 7, 7).p()).isEqualTo(1);
        assertThat(MannKendall.of(0., -0., 0.).p()).isEqualTo(1);
        assertThat(MannKendall.of(1).p()).isEqualTo(1);
        assertThat(MannKendall.of().p()).isEqualTo(1);
    }

    @Test
    void findsTheMirrorImageAsClear() {
        MannKendall rising = MannKendall.of(1, 2, 4, 3, 5);
        MannKendall falling = MannKendall.of(5, 3, 4, 2, 1);

        assertThat(rising.s()).isEqualTo(8);
        assertThat(falling.s()).isEqualTo(-8);
        assertThat(rising.z()).isEqualTo(-falling.z());
        assertThat(rising.p()).isEqualTo(falling.p());
    }

    @ParameterizedTest
    @CsvSource({
        "12.1 11.8 12.6 13.0 12.9 13.4 13.1 14.2 14.0 14.9, 11.95, 14.65",
        "5 5 6 7 7 7 8 6 9 9 10 10, 5, 10.5",
        "9.5 9.1 9.3 8.7 8.8 8.1 7.9 8.0 7.2 7.3 6.9, 9.5, 6.9",
        "3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4, 3.5, 6.666666666666666",
        "1120 1160 963 1210 1160 1160 813 1230 1370 1140, 1120, 1210",
        "3 4, 3, 4"
    })
    void laysALineAsTheilAndSenDo(String values, double first, double last) {
        TheilSen line = TheilSen.of(series(values));

        assertThat(line.first()).isCloseTo(first, within(1e-9));
        assertThat(line.last()).isCloseTo(last, within(1e-9));
        assertThat(line.drift()).isCloseTo(last - first, within(1e-9));
    }

    @Test
    void isNotBentByOneOddValue() {
        TheilSen line = TheilSen.of(1, 2, 3, 400, 5, 6, 7);

        assertThat(line.first()).isCloseTo(1, within(1e-9));
        assertThat(line.last()).isCloseTo(7, within(1e-9));
    }

    @Test
    void laysNoLineThroughOnePoint() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TheilSen.of(1))
                .withMessage("series must have two values or more, but has 1");
    }
}
