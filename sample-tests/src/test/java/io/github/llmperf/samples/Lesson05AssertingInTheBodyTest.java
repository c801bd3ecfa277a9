package io.github.llmperf.samples;

import static io.github.llmperf.LlmPerfAssertions.assertThat;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LoadResult;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.simulator.SimulatedLlm;
import org.assertj.core.api.Assertions;

/**
 * Lesson 5: asserting in the body.
 *
 * <p>A method that takes a {@code LoadResult} gets what was measured, and may assert whatever annotations cannot say: two
 * measures against each other, a number of requests, a rate for one cell only. The body runs once, on the test's own
 * thread, after the load.
 *
 * <p>Percentiles of ttft, tpot and e2e count each failed request as infinitely slow here too. When a limit and the body
 * both fail, the broken limit is the failure, and the body's is suppressed in it.
 */
@SimulatedLlm(slots = 8)
@Baseline(Toggle.OFF)
class Lesson05AssertingInTheBodyTest {

    @LlmLoad(users = 12, requests = 100, maxNewTokens = 24)
    @Sla(errorRate = "0%")
    void queuesFairly(LoadResult result) {
        assertThat(result)
                .hasVerdict(Verdict.PASS)
                .hasAtLeastSuccesses(100)
                .ttft()
                .p95()
                .isLessThan("2s");
        assertThat(result).outputTokenRate().isGreaterThan("100 tokens/s");

        // Four of twelve users always wait for a slot, so some first tokens take far longer than others.
        double fastest = result.value("ttft.min").orElseThrow();
        assertThat(result).ttft().max().isGreaterThan(fastest * 2);
        Assertions.assertThat(result.distribution(Metric.TTFT)).isPresent();
    }
}
