package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.RequestCounts;
import io.github.llmperf.measure.TokenCounts;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.verdict.Finding.Sla;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.wording.FindingText;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Limits on times between tokens of which no answer had any. */
class OnePieceLimitTests {

    private static Sla judge(String limit, TokenCounts.Streamed streamed) {
        Limits limits = new Limits(
                List.of(Limit.parse(limit)), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());
        return judge(limits, streamed, Map.of());
    }

    private static Sla judge(Limits limits, TokenCounts.Streamed streamed, Map<Metric, Distribution> distributions) {
        Measurement measurement = new Measurement(
                distributions,
                Map.of(),
                Map.of(),
                new RequestCounts(40, 40, 0, 0, 0, 0, 0, 0, Map.of()),
                new TokenCounts(0, 2560, -1, TokensFrom.USAGE, TokenCounts.Continued.NONE, streamed),
                new Measurement.Window(Phases.WindowKind.STEADY, 1, 1, 1, false),
                new Measurement.WholeRun(Map.of()),
                1,
                List.of());
        return SlaRule.judge(limits, measurement).get(0);
    }

    @Test
    void aLimitOnWhatNoAnswerHasIsBrokenAndSaysThatTheyCameInOnePiece() {
        Sla sla = judge("tpot <= 100ms", new TokenCounts.Streamed(40, 0, 0));

        assertThat(sla.status()).isEqualTo(Status.BROKEN);
        assertThat(FindingText.of(sla))
                .isEqualTo("tpot.mean has no samples, but must be ≤ 100 ms: 40 answers came in one piece, with no time"
                        + " between tokens; look for a proxy that buffers, or limit e2e");
        assertThat(judge("itl.p99 <= 100ms", new TokenCounts.Streamed(40, 0, 0)).status())
                .isEqualTo(Status.BROKEN);
    }

    @Test
    void aFewAnswersThatStreamedDoNotMeetALimitForTheMany() {
        Limits limits = new Limits(
                List.of(Limit.parse("tpot <= 100ms")),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty());
        Map<Metric, Distribution> four = Map.of(Metric.TPOT, MeasurementFixture.around(20, 4));

        assertThat(judge(limits, new TokenCounts.Streamed(4, 0, 0), four).status())
                .isEqualTo(Status.MET);
        Sla many = judge(limits, new TokenCounts.Streamed(36, 0, 0), four);
        assertThat(many.status()).isEqualTo(Status.BROKEN);
        assertThat(FindingText.of(many))
                .isEqualTo(
                        "tpot.mean 20 ms speaks for 4 samples only, so that ≤ 100 ms is not met: 36 answers came in one"
                                + " piece, with no time between tokens; look for a proxy that buffers, or limit e2e");
    }

    @Test
    void aLimitOnTpotIsBrokenWhereHiddenReasoningIsNotCountedApart() {
        Sla sla = judge("tpot <= 100ms", new TokenCounts.Streamed(0, 0, 40));

        assertThat(sla.status()).isEqualTo(Status.BROKEN);
        assertThat(FindingText.of(sla)).contains("in 40 answers reasoning was neither sent nor counted apart");
    }
}
