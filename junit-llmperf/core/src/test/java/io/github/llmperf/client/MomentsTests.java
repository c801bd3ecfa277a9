package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MomentsTests {

    private static Moments of(long... tokenEvents) {
        return new Moments(0, 0, 0, 0, 0, 0, tokenEvents, 0, 0, -1);
    }

    @Test
    void countsWhatCameAfterTheFirstArrival() {
        assertThat(of(0, 50_000, 10_000_000, 20_000_000).laterEvents()).isEqualTo(2);
    }

    @Test
    void findNothingLaterInOnePiece() {
        assertThat(of(0, 0, 0).laterEvents()).isZero();
        assertThat(of().laterEvents()).isZero();
    }

    @Test
    void findNothingLaterInOnePieceThatTookSeveralReads() {
        long[] twoReads =
                IntStream.range(0, 256).mapToLong(i -> i < 150 ? 0 : 200_000).toArray();

        assertThat(of(twoReads).laterEvents()).isZero();
    }
}
