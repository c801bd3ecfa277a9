package io.github.llmperf.bench.first;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.bench.exact.SentAnswer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ErrorsTests {

    private static final long MS = 1_000_000;
    private static final String WHOLE = "000000007 1 2";

    /** Read at 1,000 ms, first token 50 ms later, then 10 and 12 ms. */
    private static final Map<Integer, SentAnswer> SENT =
            Map.of(7, new SentAnswer(7, 1_000 * MS, new long[] {1_050 * MS, 1_060 * MS, 1_072 * MS}, new long[] {
                1_050 * MS, 1_060 * MS, 1_072 * MS
            }));

    @Test
    void countWhatTheClientAddedToTheServersTimes() {
        Errors errors = Errors.of(List.of(seen(true, true, WHOLE, 11, 12)), SENT, false);

        assertThat(errors.ttft.mean()).isEqualTo(3);
        assertThat(errors.late.mean()).isEqualTo(5);
        assertThat(errors.gap.max()).isEqualTo(1);
        assertThat(errors.gap.min()).isZero();
        assertThat(errors.tpot.max()).isEqualTo(.5);
        assertThat(errors.merged).isZero();
    }

    @Test
    void countFromTheScheduleInOpenLoop() {
        Errors errors = Errors.of(List.of(seen(true, true, WHOLE, 11, 12)), SENT, true);

        assertThat(errors.ttft.mean()).isEqualTo(8);
    }

    @Test
    void countTokensThatCameTogether() {
        Errors errors = Errors.of(List.of(seen(true, true, WHOLE, 22, 0)), SENT, false);

        assertThat(errors.merged).isEqualTo(1);
        assertThat(errors.gap.max()).isEqualTo(12);
        assertThat(errors.tpot.max()).isZero();
    }

    @Test
    void countRequestsOfWhichATokenIsMissing() {
        Errors errors =
                Errors.of(List.of(seen(true, true, "000000007 2", 22), seen(true, true, WHOLE, 22)), SENT, false);

        assertThat(errors.lost).isEqualTo(2);
    }

    @Test
    void countFailedRequestsAndLeaveTheWarmUpOut() {
        Errors errors = Errors.of(List.of(seen(true, false, ""), seen(false, false, "")), SENT, false);

        assertThat(errors.failed).isEqualTo(1);
        assertThat(errors.ttft.count()).isZero();
    }

    /** Due at 0, sent 5 ms later, the first token 53 ms after that. */
    private static Seen seen(boolean measured, boolean succeeded, String text, long... gapsMs) {
        long[] gaps = gapsMs.clone();
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] *= MS;
        }
        return new Seen(0, 5 * MS, 58 * MS, gaps, measured, succeeded, text);
    }
}
