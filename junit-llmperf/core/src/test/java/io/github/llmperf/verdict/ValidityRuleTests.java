package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.Healths;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.TokenCounts;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.verdict.Finding.Validity;
import io.github.llmperf.witness.ClientOverhead;
import io.github.llmperf.witness.Lateness;
import io.github.llmperf.wording.FindingText;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ValidityRuleTests {

    private final RunFixture run = RunFixture.withoutBaseline();
    private boolean compared = true;

    private List<Validity> judge() {
        return ValidityRule.judge(run.plan.build(), run.candidate(), compared);
    }

    private boolean isValid() {
        return judge().stream().allMatch(finding -> finding.verdict() == Verdict.PASS);
    }

    @Test
    void showsHowTheGeneratorFared() {
        assertThat(judge())
                .extracting(FindingText::of)
                .containsExactly(
                        "load generator kept up: wake-ups 0.4 ms and requests 0.33 ms late (p99), allowed 39.99 ms;"
                                + " process CPU 12 %");
    }

    @Test
    void allowsFiveMillisecondsWhateverTheLatency() {
        run.plan.limit("itl.p50 <= 20ms");
        run.health = Healths.of(5, 0, .9, 1, 2);
        assertThat(isValid()).isTrue();

        run.health = Healths.of(5.01, 0, .9, 1, 2);
        assertThat(isValid()).isFalse();
    }

    @Test
    void allowsFivePercentOfTheSmallestLatencyThatMatters() {
        compared = false;
        run.plan.limit("ttft <= 3s").limit("e2e <= 9s");
        run.health = Healths.of(149, 0, .5, 1, 2);
        assertThat(isValid()).as("5 % of the limit of 3 s").isTrue();
        run.health = Healths.of(151, 0, .5, 1, 2);
        assertThat(isValid()).isFalse();

        run.health = Healths.of(41, 0, .5, 1, 2);
        assertThat(isValid()).isTrue();
        compared = true;
        assertThat(isValid()).as("ttft of 800 ms is guarded and smaller").isFalse();
    }

    @Test
    void spreadsOneLateWakeUpOverAllTokensOfTheTimePerToken() {
        compared = false;
        run.plan.limit("tpot <= 20ms"); // about 119 gaps of 20 ms: 2.4 s
        run.health = Healths.of(100, 0, .5, 1, 2);
        assertThat(isValid()).isTrue();

        run.health = Healths.of(130, 0, .5, 1, 2);
        assertThat(isValid()).isFalse();
    }

    @Test
    void looksAtNoLatencyThatTheServerStates() {
        compared = false;
        run.plan.limit("serverTtft <= 100ms");
        run.health = Healths.of(60, 0, .5, 1, 2);

        assertThat(isValid()).isTrue();
    }

    @Test
    void takesWaitingForACapForWhatWasAsked() {
        run.measurement.distributions.put(Metric.CLIENT_DELAY, MeasurementFixture.around(4000, 200));
        run.plan.arrival = new Arrival.OpenLoop(40, 1, OptionalInt.of(1));
        assertThat(isValid()).isTrue();

        run.plan.arrival = new Arrival.OpenLoop(40, 1, OptionalInt.empty());
        assertThat(isValid()).isFalse();
    }

    @Test
    void asksOfAClosedLoopThatNearlyAllOfItsLoadWasSent() {
        run.measurement.distributions.put(Metric.RESPONSE_TIME, MeasurementFixture.around(2000, 200));
        run.measurement.distributions.put(Metric.CLIENT_DELAY, MeasurementFixture.around(100, 200));
        assertThat(isValid()).as("95 % of the load").isTrue();

        run.measurement.distributions.put(Metric.CLIENT_DELAY, MeasurementFixture.around(200, 200));

        assertThat(FindingText.of(judge().get(0)))
                .isEqualTo(
                        "load generator saturated: requests were sent 200 ms late on average, so that only 91 % of the"
                                + " load was sent (at least 95 %); give it more free processor time, or lower the load");
    }

    @Test
    void noticesThatRequestsOfAnOpenLoopWereSentLate() {
        run.plan.arrival = new Arrival.OpenLoop(40, 1, OptionalInt.empty());
        run.measurement.distributions.put(Metric.CLIENT_DELAY, MeasurementFixture.around(50, 200));

        assertThat(FindingText.of(judge().get(0)))
                .isEqualTo("load generator saturated: requests were sent 54.88 ms late (p99, allowed 39.99 ms); give it"
                        + " more free processor time, or lower the load");
    }

    @Test
    void letsOneHiccupAmongFewRequestsPass() {
        run.measurement.distributions.put(Metric.CLIENT_DELAY, MeasurementFixture.around(50, 99));

        assertThat(isValid()).isTrue();
        assertThat(judge().get(0).status()).as("neither late nor in time").isEqualTo(Finding.Status.NOTE);
        assertThat(FindingText.of(judge().get(0)))
                .isEqualTo("load generator woke up in time: wake-ups 0.4 ms late (p99), allowed 39.99 ms; requests at"
                        + " most 55 ms late, which is not judged below 100 requests; process CPU 12 %");
    }

    @Test
    void callsFewRequestsInTimeThatAllWere() {
        run.measurement.distributions.put(Metric.CLIENT_DELAY, MeasurementFixture.around(3, 99));

        assertThat(judge().get(0).status()).isEqualTo(Finding.Status.MET);
        assertThat(FindingText.of(judge().get(0)))
                .startsWith("load generator kept up: wake-ups 0.4 ms late (p99), allowed 39.99 ms; requests at most ")
                .contains(" late, which is not judged below 100 requests;");
    }

    @Test
    void asksForNothingWhereNoLatencyIsLimitedOrGuarded() {
        compared = false;
        run.health = Healths.of(4, 0, .5, 1, 2);

        assertThat(judge())
                .extracting(FindingText::of)
                .containsExactly("load generator kept up: wake-ups 4 ms and requests 0.33 ms late (p99), no latency is"
                        + " limited or guarded; process CPU 50 %");
        assertThat(judge().get(0).cause().isOfGenerator()).isTrue();
        assertThat(judge().get(0).cause().isShortOfTime()).isFalse();
    }

    @Test
    void saysThatTheGeneratorWasShortOfTimeWhereNothingIsSpoilt() {
        compared = false;
        run.health = Healths.of(60, 0, .5, 1, 2);

        assertThat(isValid()).isTrue();
        assertThat(judge())
                .extracting(FindingText::of)
                .containsExactly("load generator was short of time: wake-ups 60 ms and requests 0.33 ms late (p99), no"
                        + " latency is limited or guarded");
        assertThat(judge().get(0).status()).isEqualTo(Finding.Status.NOTE);
        assertThat(judge().get(0).cause().isShortOfTime()).isTrue();
    }

    @Test
    void asksTheWitnessWhereThereIsOne() {
        run.health = Healths.of(300, 0, .5, 1, 2).with(added(39, 39, 60));

        assertThat(isValid()).as("a canary that is late is not asked").isTrue();
        assertThat(FindingText.of(judge().get(0)))
                .startsWith("load generator kept up: the client added 0.5 ms to ttft (p99 39 ms), 39 ms to gaps (p99),"
                        + " requests were 0.33 ms late (p99), allowed 39.99 ms");

        run.health = run.health.with(added(41, 3, 60));
        assertThat(FindingText.of(judge().get(0)))
                .isEqualTo("load generator saturated: the client added 41 ms to ttft (p99, allowed 39.99 ms); give it"
                        + " more free processor time, or lower the load");
        assertThat(judge().get(0).cause().isShortOfTime()).isTrue();
        assertThat(isValid()).isFalse();
    }

    @Test
    void holdsGapsAgainstGapsAndRequestsAgainstRequests() {
        compared = false;
        run.plan.limit("itl.p50 <= 20ms").limit("ttft <= 3s");

        run.health = Healths.of(0, 0, .5, 1, 2).with(added(149, 5, 60));
        assertThat(isValid()).isTrue();

        run.health = run.health.with(added(149, 5.01, 60));
        assertThat(FindingText.of(judge().get(0)))
                .startsWith("load generator saturated: the client added 5.01 ms to gaps between tokens (p99, allowed 5"
                        + " ms); give");

        run.health = run.health.with(added(151, 1, 60));
        assertThat(FindingText.of(judge().get(0))).contains("added 151 ms to ttft (p99, allowed 150 ms);");
    }

    @Test
    void letsGapsSpeakForRequestsWhereTheseAreTooFewForAPercentile() {
        compared = false;
        run.plan.limit("ttft <= 3s");

        run.health = Healths.of(0, 0, .5, 1, 2).with(added(500, 149, 4.9));
        assertThat(isValid()).isTrue();

        run.health = run.health.with(added(500, 151, 4.9));
        assertThat(isValid()).isFalse();
    }

    private static ClientOverhead added(double ttftP99, double gapP99, double seconds) {
        return new ClientOverhead(
                new Lateness(.5, ttftP99, 2 * ttftP99),
                new Lateness(.1, gapP99, 2 * gapP99),
                new Lateness(.1, .2, .3),
                seconds,
                1,
                gapP99);
    }

    @Test
    void noticesAnUnknownProcessorUseWithoutBlame() {
        run.health = Healths.of(.4, 0, Double.NaN, Double.NaN, 2);

        assertThat(FindingText.of(judge().get(0)))
                .isEqualTo("load generator kept up: wake-ups 0.4 ms and requests 0.33 ms late (p99), allowed 39.99"
                        + " ms");
    }

    @Test
    void noticesAContaminatedCache() {
        run.measurement.cached = 60_000;

        assertThat(FindingText.of(judge().get(1)))
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
    void findsTheHistoryOfAConversationRightlyCached() {
        run.measurement.continued = new TokenCounts.Continued(150, 90_000, 80_000);
        run.measurement.cached = 80_000 + 64 * 50 + 2_000; // template, and a fifth of the other 10,000
        assertThat(isValid()).isTrue();

        run.measurement.cached++;
        assertThat(FindingText.of(judge().get(1)))
                .isEqualTo("cache contaminated: 5,201 of 10,000 prompt tokens of first turns (52 %) came from the"
                        + " server's cache, though prompts are unique per run; empty the cache, or set cache ="
                        + " SHARED if repeated prompts are meant");
    }

    @Test
    void asksForNoLongerRunWhereTheWarmUpWasRefused() {
        run.measurement.requests = 0;
        run.records.replaceAll(record -> new RequestRecord(
                record.index(),
                record.user(),
                RequestPhase.WARMUP,
                record.turn(),
                record.promptChars(),
                record.maxNewTokens(),
                record.moments(),
                503,
                record.bytes(),
                0,
                0,
                record.answer(),
                Failure.of(FailureKind.OVERLOAD, "full")));
        run.end = LoadRun.End.NOTHING_SUCCEEDED;

        assertThat(run.texts())
                .anyMatch(text -> text.startsWith("nothing succeeded: "))
                .noneMatch(text -> text.contains("raise maxDuration"));
    }

    @Test
    void saysThatNothingWasMeasured() {
        run.measurement.requests = 0;

        assertThat(FindingText.of(judge().get(0)))
                .isEqualTo("no request was measured: the run ended before the warm-up did; raise maxDuration or shorten"
                        + " warmup or the ramp");
    }
}
