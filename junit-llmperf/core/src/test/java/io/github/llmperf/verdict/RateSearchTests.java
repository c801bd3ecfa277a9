package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.VirtualRun;
import io.github.llmperf.load.VirtualRun.Server;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.wording.FindingText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches for the highest rate of a server that answers one request after the other, in virtual time. */
class RateSearchTests {

    /** 40 requests a second. */
    private static final long MILLIS_EACH = 25;

    private static Server oneByOne() {
        long[] free = new long[1];
        return (request, index, user) -> {
            long sent = request.build().moments().sent() / 1_000_000;
            free[0] = Math.max(free[0], sent) + MILLIS_EACH;
            return request.tokensAt(free[0] - MILLIS_EACH / 2, free[0]);
        };
    }

    private static LoadPlan plan(double rate, String limit) {
        return TestPlan.rate(rate)
                .burstiness(1)
                .duration(Duration.ofSeconds(60))
                .limits(limit)
                .build();
    }

    private static CapacityOutcome search(String limit) {
        CapacityPlan search = CapacityPlan.standard(CapacityPlan.Kind.REQUEST_RATE, 5, 80);
        List<CapacityRun> runs = new ArrayList<>();
        OptionalDouble next = new CapacitySearch(search, runs).next();
        while (next.isPresent()) {
            runs.add(load(plan(next.getAsDouble(), limit), next.getAsDouble()));
            next = new CapacitySearch(search, runs).next();
        }
        return new CapacitySearch(search, runs).outcome();
    }

    private static CapacityRun load(LoadPlan plan, double rate) {
        LoadRun run = VirtualRun.of(plan, oneByOne(), StopRule.NEVER);
        Measurement measurement = Recorder.measure(plan, run);
        Judgement judgement = Judge.judge(plan, Candidate.of(run, measurement), BaselineLookup.off());
        return CapacityRun.of(rate, plan, run, measurement, judgement);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ttft.p90 <= 500ms", "ttft.p90 <= 3s", "ttft.p50 <= 5s"})
    void findsWhatTheServerCarriesWhateverTheLimitOnTheQueue(String limit) {
        CapacityOutcome outcome = search(limit);

        assertThat(outcome.end()).isEqualTo(CapacityOutcome.End.FOUND);
        assertThat(outcome.carried().orElseThrow()).isBetween(36.0, 40.5);
        assertThat(new Finding.Capacity(outcome, plan(40, limit).criteria().limits()).verdict())
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void saysThatTheQueueGrew() {
        CapacityOutcome outcome = search("ttft.p50 <= 5s");

        assertThat(outcome.at(outcome.open().orElseThrow()).orElseThrow().isRising())
                .isTrue();
        assertThat(FindingText.of(new Finding.Capacity(
                        outcome, plan(40, "ttft.p50 <= 5s").criteria().limits())))
                .containsPattern(
                        "requests/s are more than the target carries: ttft kept rising, from .* to .* in 60 s");
    }

    @Test
    void takesALatencyThatKeepsRisingForMoreThanTheServerCarries() {
        assertThat(load(plan(43, "ttft.p50 <= 5s"), 43).kind()).isEqualTo(CapacityRun.Kind.RISING);
        assertThat(load(plan(20, "ttft.p50 <= 5s"), 20).kind()).isEqualTo(CapacityRun.Kind.MEASURED);
    }
}
