package io.github.llmperf.machine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.load.TestPlan;
import org.junit.jupiter.api.Test;

class HeapLimitTests {

    private final HeapLimit heap = new HeapLimit(256L << 20);

    @Test
    void refusesUsersWhoseAnswersCannotFitAllAtOnce() {
        assertThatThrownBy(() ->
                        heap.check(TestPlan.users(2000).forcedLength(32_768).build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "users must be at most 1,024 in this process, but is 2,000: the arrivals of 32,768 tokens for"
                                + " each take 500 MB at least, but the heap is at most 256 MB; raise -Xmx (Surefire: argLine),"
                                + " or lower users or maxNewTokens");
    }

    @Test
    void allowsWhatMayFit() {
        assertThatCode(() ->
                        heap.check(TestPlan.users(1024).forcedLength(32_768).build()))
                .doesNotThrowAnyException();
    }

    @Test
    void doesNotGuessHowLongAnswersBecome() {
        assertThatCode(() -> heap.check(TestPlan.users(1_000_000).build())).doesNotThrowAnyException();
    }

    @Test
    void countsNoArrivalsOfAnswersThatComeWhole() {
        assertThatCode(() -> heap.check(
                        TestPlan.users(2000).forcedLength(32_768).notStreamed().build()))
                .doesNotThrowAnyException();
    }

    @Test
    void doesNotGuessHowManyRequestsARateKeepsInFlight() {
        assertThatCode(() -> heap.check(
                        TestPlan.rate(5000).requests(5000).forcedLength(32_768).build()))
                .doesNotThrowAnyException();
    }
}
