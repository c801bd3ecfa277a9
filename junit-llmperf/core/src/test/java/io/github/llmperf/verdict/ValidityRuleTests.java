package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.load.Health;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.verdict.Finding.Validity;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValidityRuleTests {

    private final RunFixture run = RunFixture.withoutBaseline();

    private List<Validity> judge() {
        return ValidityRule.judge(run.plan.build(), run.run(), run.measurement.build());
    }

    private boolean isValid() {
        return judge().stream().allMatch(finding -> finding.status() == Status.MET);
    }

    @Test
    void showsHowTheGeneratorFared() {
        assertThat(judge())
                .extracting(Validity::text)
                .containsExactly(
                        "load generator kept up: wake-ups 0.4 ms and requests 0.329 ms late (p99), allowed 5 ms;"
                                + " process CPU 12 %");
    }

    @Test
    void allowsFiveMillisecondsWhateverTheLatency() {
        run.health = new Health(5, 0, .9, 1, 2);
        assertThat(isValid()).isTrue();

        run.health = new Health(5.01, 0, .9, 1, 2);
        assertThat(isValid()).isFalse();
    }

    @Test
    void allowsFivePercentOfTheSmallestLatencyThatMatters() {
        run.plan.mode = BaselinePolicy.Mode.OFF;
        run.plan.limit("ttft <= 3s").limit("e2e <= 9s");
        run.health = new Health(149, 0, .5, 1, 2);
        assertThat(isValid()).as("5 % of the limit of 3 s").isTrue();
        run.health = new Health(151, 0, .5, 1, 2);
        assertThat(isValid()).isFalse();

        run.plan.mode = BaselinePolicy.Mode.COMPARE;
        assertThat(isValid()).as("tpot is guarded and smaller").isFalse();
    }

    @Test
    void noticesThatRequestsWereSentLate() {
        run.measurement.distributions.put(Metric.CLIENT_DELAY, MeasurementFixture.around(20, 200));

        assertThat(judge().get(0).text())
                .isEqualTo(
                        "load generator saturated: requests were sent 21.95 ms late (p99, allowed 5 ms); give it more"
                                + " free processor time, or lower the load");
    }

    @Test
    void letsOneHiccupAmongFewRequestsPass() {
        run.measurement.distributions.put(Metric.CLIENT_DELAY, MeasurementFixture.around(20, 99));

        assertThat(isValid()).isTrue();
    }

    @Test
    void asksForNothingWhereNoLatencyIsLimitedOrGuarded() {
        run.plan.mode = BaselinePolicy.Mode.OFF;
        run.health = new Health(60, 0, .5, 1, 2);

        assertThat(judge())
                .extracting(Validity::text)
                .containsExactly(
                        "load generator kept up: wake-ups 60 ms and requests 0.329 ms late (p99), no latency is"
                                + " limited or guarded; process CPU 50 %");
    }

    @Test
    void noticesAnUnknownProcessorUseWithoutBlame() {
        run.health = new Health(.4, 0, Double.NaN, Double.NaN, 2);

        assertThat(judge().get(0).text())
                .isEqualTo("load generator kept up: wake-ups 0.4 ms and requests 0.329 ms late (p99), allowed 5 ms");
    }

    @Test
    void noticesAContaminatedCache() {
        run.measurement.cached = 60_000;

        assertThat(judge().get(1).text())
                .isEqualTo("cache contaminated: 60,000 of 100,000 prompt tokens (60 %) came from the server's cache,"
                        + " though prompts are unique per run; empty the cache, or set cache = SHARED if repeated"
                        + " prompts are meant");
        run.plan.cache = Workload.Cache.SHARED;
        assertThat(isValid()).isTrue();
    }

    @Test
    void findsACachedTemplateAndSystemPromptLegitimate() {
        run.measurement.cached = 64 * 200;
        assertThat(isValid()).isTrue();

        run.measurement.cached = 90_000;
        run.plan.systemPrompt = "x".repeat(400);
        assertThat(isValid()).isTrue();
    }

    @Test
    void saysThatNothingWasMeasured() {
        run.measurement.requests = 0;

        assertThat(judge().get(0).text())
                .isEqualTo("no request was measured: the run ended before the warm-up did; raise maxDuration or shorten"
                        + " warmup or the ramp");
    }
}
