package io.github.llmperf.bench.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalTests {

    /** scipy.stats.binomtest(hits, of).proportion_ci(method="exact"). */
    @ParameterizedTest
    @CsvSource({
        "0, 100, 0.0, 0.03621669264519054",
        "1, 100, 0.00025314603268189283, 0.054459385392080666",
        "50, 100, 0.39832112950330095, 0.6016788704966991",
        "97, 100, 0.9148239470257197, 0.9937700284616938",
        "100, 100, 0.9637833073548094, 1.0",
        "13, 10000, 0.0006923710884623088, 0.0022220136212669325"
    })
    void isCloppersAndPearsons(int hits, int of, double low, double high) {
        assertThat(new Interval(hits, of).low()).isCloseTo(low, within(1e-9));
        assertThat(new Interval(hits, of).high()).isCloseTo(high, within(1e-9));
    }

    @Test
    void isWrittenInPercentFinerNearTheEnds() {
        assertThat(new Interval(1, 100)).hasToString("1.00 (0.03–5.45)");
        assertThat(new Interval(50, 100)).hasToString("50.0 (39.8–60.2)");
    }
}
