package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankTests {

    /** Binomial coefficients. */
    @ParameterizedTest
    @CsvSource({"1, 1, 2", "10, 1, 11", "10, 2, 66", "10, 3, 286", "15, 3, 816", "1, 3, 4", "15, 5, 15504"})
    void knowsHowLikelyAnOrderIs(int runs, int trials, double oneIn) {
        assertThat(new Rank(runs, trials, 0, 0).oneIn()).isEqualTo(oneIn);
    }

    @Test
    void countsRunsBetterThanEveryTrialAndWorseThanEveryTrial() {
        double[] stored = {1, 2, 3, 4, 5};

        assertThat(Rank.of(stored, new double[] {2.5, 4.5})).isEqualTo(new Rank(5, 2, 2, 1));
        assertThat(Rank.of(stored, new double[] {6, 7}).isWorst()).isTrue();
        assertThat(Rank.of(stored, new double[] {5, 7}).isWorst()).isFalse();
        assertThat(Rank.of(stored, new double[] {.5, 0}).isBest()).isTrue();
        assertThat(Rank.of(stored, new double[] {.5, 1}).isBest()).isFalse();
    }
}
