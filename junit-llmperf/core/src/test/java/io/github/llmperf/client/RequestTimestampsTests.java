package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTimestampsTests {

    private static RequestTimestamps of(long... tokenEvents) {
        return new RequestTimestamps(0, 0, 0, 0, 0, 0, tokenEvents, 0, 0, -1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "7000000000000",
                "0,50000,50000,10000000",
                // a gap of an int's most nanoseconds, one more, and one of an hour; then short ones again
                "5,2147483652,4294967300,3604294967300,3604294967301",
                "-9223372036854775808,9223372036854775807",
                "30,20,10"
            })
    void giveBackTheTokenEventsTheyWereMadeOf(String list) {
        long[] tokenEvents = list.isEmpty()
                ? new long[0]
                : Stream.of(list.split(",")).mapToLong(Long::parseLong).toArray();

        assertThat(of(tokenEvents).tokenEvents()).isEqualTo(tokenEvents);
    }

    @Test
    void areNotChangedFromOutside() {
        long[] tokenEvents = {10, 20};
        RequestTimestamps moments = of(tokenEvents);
        tokenEvents[0] = 1;
        moments.tokenEvents()[1] = 1;

        assertThat(moments.tokenEvents()).containsExactly(10, 20);
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
