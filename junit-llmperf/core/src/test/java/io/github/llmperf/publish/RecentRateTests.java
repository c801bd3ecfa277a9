package io.github.llmperf.publish;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentRateTests {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void countsFromTheBeginningAndThenFromTheLastLine() {
        RecentRate rate = new RecentRate();

        assertThat(rate.update(19 * SECOND, 30 * SECOND, 110)).isEqualTo(10);
        assertThat(rate.update(19 * SECOND, 40 * SECOND - 1, 1110)).isBetween(99.9, 100.1);
        assertThat(rate.update(19 * SECOND, 50 * SECOND, 1110)).isZero();
        assertThat(rate.update(19 * SECOND, 60 * SECOND, 3110)).isEqualTo(200);
    }

    @Test
    void changesSmoothlyWhenAskedOften() {
        RecentRate rate = new RecentRate();

        for (int quarter = 1; quarter <= 400; quarter++) {
            assertThat(rate.update(0, quarter * SECOND / 4, quarter * 25L)).isBetween(99.9, 100.1);
        }
    }

    @Test
    void knowsNothingBeforeTheBeginning() {
        RecentRate rate = new RecentRate();

        assertThat(rate.update(Long.MAX_VALUE, 5 * SECOND, 0)).isZero();
        assertThat(rate.update(6 * SECOND, 8 * SECOND, 100)).isEqualTo(50);
    }
}
