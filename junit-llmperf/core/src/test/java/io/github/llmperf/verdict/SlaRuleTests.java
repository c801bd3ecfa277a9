package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding.Sla;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.wording.FindingText;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlaRuleTests {

    private final RunFixture run = RunFixture.withoutBaseline();

    private List<Sla> judge() {
        return SlaRule.judge(run.plan.build().criteria().limits(), run.measurement.build());
    }

    @Test
    void limitsTheErrorRateUnlessTheUserDoes() {
        run.measurement.failed = 3;
        assertThat(judge()).extracting(FindingText::of).containsExactly("errorRate 1.5 % > 1 % (3 of 200)");

        run.plan.limit("errorRate <= 2%");
        assertThat(judge()).extracting(FindingText::of).containsExactly("errorRate 1.5 % ≤ 2 % (3 of 200)");
    }

    @Test
    void meetsAndBreaksAtTheBound() {
        run.measurement.with(Metric.TTFT, 100);
        run.plan
                .limit("ttft <= 100ms")
                .limit("ttft < 100ms")
                .limit("ttft.max >= 100ms")
                .limit("ttft.max > 100ms");

        assertThat(judge().subList(0, 4))
                .extracting(FindingText::of)
                .containsExactly(
                        "ttft.mean 100 ms ≤ 100 ms (n=1)",
                        "ttft.mean 100 ms ≥ 100 ms (n=1)",
                        "ttft.max 100 ms ≥ 100 ms (n=1)",
                        "ttft.max 100 ms ≤ 100 ms (n=1)");
        assertThat(judge().subList(0, 4))
                .extracting(Sla::status)
                .containsExactly(Status.MET, Status.BROKEN, Status.MET, Status.BROKEN);
    }

    @Test
    void countsFailedRequestsAsInfinitelySlowInPercentilesOnly() {
        run.measurement.failed = 30;
        run.plan.limit("ttft.p90 <= 3s").limit("ttft <= 3s").limit("errorRate <= 50%");

        assertThat(judge())
                .extracting(FindingText::of)
                .containsExactly(
                        "ttft.p90 ∞ ms > 3,000 ms (n=200, 30 of them failed and count as ∞; 863.7 ms without failures)",
                        "ttft.mean 800 ms ≤ 3,000 ms (n=170)",
                        "errorRate 15 % ≤ 50 % (30 of 200)");
    }

    @Test
    void tellsNoPercentileOfTooFewSuccessfulRequests() {
        run.measurement.requests = 12;
        run.measurement.failed = 4;
        run.plan.limit("ttft.p90 <= 3s").limit("errorRate <= 50%");

        assertThat(FindingText.of(judge().get(0)))
                .isEqualTo("ttft.p90 ∞ ms > 3,000 ms (n=12, 4 of them failed and count as ∞)");
        assertThat(judge().get(0).withoutFailures()).isEmpty();
    }

    @Test
    void marksACertifiedPercentile() {
        run.plan.limit("ttft.p90 <= 3s");
        assertThat(FindingText.of(judge().get(0))).isEqualTo("ttft.p90 863.7 ms ≤ 3,000 ms (n=200, certified)");
        assertThat(judge().get(0).certified()).isTrue();

        run.measurement.requests = 63;
        run.measurement.distributions.clear();
        assertThat(judge().get(0).certified()).isFalse();
    }

    @Test
    void breaksALimitOnWhatHasNoSamples() {
        run.measurement.missing.add(Metric.TPOT);
        run.plan.limit("tpot.p90 < 50ms");

        assertThat(FindingText.of(judge().get(0))).isEqualTo("tpot.p90 has no samples, but must be < 50 ms");
        assertThat(judge().get(0).verdict()).isEqualTo(Verdict.SLA_VIOLATED);
    }

    @Test
    void cannotJudgeAPercentileThatDoesNotExistYet() {
        run.measurement.requests = 99;
        run.plan.limit("ttft.p99 <= 3s");

        assertThat(FindingText.of(judge().get(0)))
                .isEqualTo(
                        "ttft.p99 does not exist below 100 samples (n=99), so that ≤ 3,000 ms cannot be judged; raise"
                                + " requests or duration, or limit a lower percentile");
        assertThat(judge().get(0).verdict()).isEqualTo(Verdict.INVALID);
        assertThat(judge().get(0).actual())
                .as("what does not exist is not told")
                .isEmpty();

        run.measurement.requests = 100;
        run.measurement.distributions.clear();
        assertThat(judge().get(0).status()).isEqualTo(Status.MET);
    }
}
