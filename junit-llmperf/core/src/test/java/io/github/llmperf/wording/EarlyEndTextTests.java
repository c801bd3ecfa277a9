package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.load.EarlyEnd.LimitLost;
import io.github.llmperf.load.EarlyEnd.Rise;
import io.github.llmperf.load.EarlyEnd.Seen;
import io.github.llmperf.load.EarlyEnd.Seen.Counted;
import io.github.llmperf.load.EarlyEnd.Seen.Counted.What;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class EarlyEndTextTests {

    private static final Failure NO_FILE = Failure.of(FailureKind.GENERATOR, "no file was free");

    private static String lost(String limit, Seen seen, OptionalLong toCome) {
        return EarlyEndText.of(new LimitLost(Limit.parse(limit), seen, toCome));
    }

    @Test
    void saysWhichSamplesALimitIsLostBy() {
        assertThat(lost("ttft.p90 <= 1s", new Counted(What.OUTSIDE, 1011, 1012), OptionalLong.of(89)))
                .isEqualTo("ttft.p90 ≤ 1000 ms can no longer be met: 1,011 of 1,012 samples are outside, and at most 89"
                        + " more come");
        assertThat(lost("errorRate <= 1%", new Counted(What.FAILED, 19, 20), OptionalLong.of(0)))
                .isEqualTo("errorRate ≤ 1 % can no longer be met: 19 of 20 requests failed, and none is to come");
        assertThat(lost("attainment >= 80%", new Counted(What.GOOD, 0, 21), OptionalLong.empty()))
                .isEqualTo("attainment ≥ 80 % can no longer be met: 0 of 21 requests met the limits on each, whatever"
                        + " comes");
        assertThat(lost("ttft <= 100ms", new Seen.Mean(1000, 11), OptionalLong.of(89)))
                .isEqualTo("ttft.mean ≤ 100 ms can no longer be met: ttft.mean is 1000 ms after 11 samples, and at most"
                        + " 89 more come");
    }

    @Test
    void saysWhyARateCannotBeReachedAnyMore() {
        assertThat(lost("requestRate >= 10/s", new Seen.Rate(101, 11), OptionalLong.of(88)))
                .isEqualTo("requestRate ≥ 10 requests/s can no longer be met: at most 101 requests can end, and the"
                        + " measurement has taken 11 s so far");
    }

    @Test
    void saysWhatRoseAtATargetThatIsOverrun() {
        assertThat(EarlyEndText.of(
                        new EarlyEnd.Overrun(2, 60, new Rise(11.2, 50.8), new Rise(5.31, 25249.7), Metric.TTFT)))
                .isEqualTo("the target cannot carry 2 requests/s: within 60 s requests in flight rose from 11 to 51 and"
                        + " ttft from 5.31 ms to 25250 ms (means of the first and the last third)");
    }

    @Test
    void saysWhatThisMachineLacks() {
        assertThat(EarlyEndText.of(new EarlyEnd.FailedHere(NO_FILE))).isEqualTo("no file was free");
        assertThat(EarlyEndText.of(new EarlyEnd.PiledUp(1000, 3, NO_FILE)))
                .isEqualTo("1,000 requests had piled up unanswered, 3 were answered, and then no file was free");
    }
}
