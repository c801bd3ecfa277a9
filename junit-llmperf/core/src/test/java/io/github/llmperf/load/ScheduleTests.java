package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTests {

    @Test
    void isEvenForInfiniteBurstiness() {
        assertThat(Schedule.offsets(4, 2, Double.POSITIVE_INFINITY, new Random(1)))
                .containsExactly(500_000_000L, 1_000_000_000L, 1_500_000_000L, 2_000_000_000L);
    }

    @Test
    void isAllAtOnceForAnInfiniteRate() {
        assertThat(Schedule.offsets(3, Double.POSITIVE_INFINITY, 1, new Random(1)))
                .containsExactly(0L, 0L, 0L);
    }

    @ParameterizedTest
    @ValueSource(doubles = {.001, .5, 1, 3, 100})
    void takesRequestsOverRateWhateverTheBurstiness(double burstiness) {
        long[] due = Schedule.offsets(500, 25, burstiness, Randomness.stream(3, 0));

        assertThat(due[499]).isEqualTo(20_000_000_000L);
        assertThat(due).isSorted();
        assertThat(due[0]).isNotNegative();
    }

    @ParameterizedTest
    @ValueSource(doubles = {.25, 1, 4})
    void hasGapsOfTheVariationThatTheShapeGives(double shape) {
        int n = 20_000;
        long[] due = Schedule.offsets(n, 1, shape, Randomness.stream(5, 0));
        double squares = 0;
        for (int i = 1; i < n; i++) {
            double gap = (due[i] - due[i - 1]) / 1e9;
            squares += (gap - 1) * (gap - 1);
        }

        // gamma: squared coefficient of variation = 1 / shape
        assertThat(squares / (n - 1)).isCloseTo(1 / shape, within(.1 / shape));
    }

    @Test
    void streamsOfOneSeedDiffer() {
        assertThat(Randomness.stream(1, 0).nextLong())
                .isNotEqualTo(Randomness.stream(1, 1).nextLong());
        assertThat(Randomness.stream(1, 0).nextLong())
                .isEqualTo(Randomness.stream(1, 0).nextLong());
    }
}
