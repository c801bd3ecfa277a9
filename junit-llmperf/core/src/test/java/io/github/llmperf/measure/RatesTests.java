package io.github.llmperf.measure;

import static io.github.llmperf.load.TestRecord.sentAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.protocol.FailureKind;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Rates over a window from 1000 to 3000 of a run from 0 to 3500; of an open loop unless a test is about users. */
class RatesTests {

    private static final TestPlan OPEN = TestPlan.rate(1).requests(1);

    private static TestRun run(TestRecord... records) {
        return TestRun.of(records).plan(OPEN).window(1000, 3000).endedAt(3500);
    }

    private static TestRun ofUsers(TestRecord... records) {
        return run(records).plan(TestPlan.users(1).requests(1));
    }

    @Test
    void requestsOfUsersCountWithThePartOfTheirTimeInsideTheWindow() {
        TestRun run = ofUsers(
                sentAt(700).warmup(true).endsAt(1100).prompt(40, 20).output(8, 80),
                sentAt(1100).endsAt(1200).prompt(40, 20).output(8, 80),
                sentAt(2000).endsAt(2200).failed(FailureKind.OVERLOAD),
                sentAt(2500).endsAt(4500).prompt(40, 20).output(8, 80));

        assertThat(run.value(Metric.REQUEST_RATE)).isEqualTo((.25 + 1 + .25) / 2);
        assertThat(run.value(Metric.ATTEMPT_RATE)).isEqualTo((.25 + 1 + 1 + .25) / 2);
        assertThat(run.value(Metric.OUTPUT_TOKEN_RATE)).isEqualTo(8 * 1.5 / 2);
        assertThat(run.value(Metric.OUTPUT_CHAR_RATE)).isEqualTo(80 * 1.5 / 2);
        assertThat(run.value(Metric.PROMPT_TOKEN_RATE)).isEqualTo(20 * 1.5 / 2);
        assertThat(run.value(Metric.PROMPT_CHAR_RATE)).isEqualTo(40 * 1.5 / 2);
        assertThat(run.value(Metric.TOTAL_TOKEN_RATE)).isEqualTo(28 * 1.5 / 2);
    }

    @Test
    void requestsOfUsersOutsideTheWindowCountNothing() {
        TestRun run = ofUsers(
                sentAt(100).warmup(true).endsAt(1000).prompt(40, 20),
                sentAt(1000).warmup(true).endsAt(1000).prompt(40, 20),
                sentAt(3000).endsAt(3100).prompt(40, 20));

        assertThat(run.value(Metric.ATTEMPT_RATE)).isZero();
        assertThat(run.has(Metric.PROMPT_TOKEN_RATE)).isFalse();
    }

    @Test
    void aRequestOfAUserWithoutLengthCountsWhereItIs() {
        assertThat(ofUsers(sentAt(1500).endsAt(1500)).value(Metric.REQUEST_RATE))
                .isEqualTo(.5);
    }

    /** Sent in the warm-up; half of its tokens arrive inside the window. */
    private static TestRecord across(long moment) {
        return sentAt(moment - 500).warmup(true).tokensAt(moment - 10, moment, moment + 10, moment + 20);
    }

    @Test
    void outputTokenRateCountsTokensThatArriveInsideTheWindow() {
        assertThat(run(across(1000)).value(Metric.OUTPUT_TOKEN_RATE)).isEqualTo(2 / 2.0);
        assertThat(run(sentAt(2500).tokensAt(2990, 3000, 3010)).value(Metric.OUTPUT_TOKEN_RATE))
                .isEqualTo(2 / 2.0);
        assertThat(run(sentAt(1100).tokensAt(1200, 1300)).value(Metric.OUTPUT_TOKEN_RATE))
                .isEqualTo(2 / 2.0);
    }

    @Test
    void anEventCarriesAnEqualPartOfTheTokensAndCharacters() {
        TestRun run = run(across(1000).output(40, 160));

        assertThat(run.value(Metric.OUTPUT_TOKEN_RATE)).isEqualTo(20 / 2.0);
        assertThat(run.value(Metric.OUTPUT_CHAR_RATE)).isEqualTo(80 / 2.0);
    }

    @Test
    void withoutAStreamAllTokensArriveAtTheEnd() {
        TestPlan plan = TestPlan.rate(1).requests(1).notStreamed();

        assertThat(run(across(1000).output(40, 160)).plan(plan).value(Metric.OUTPUT_TOKEN_RATE))
                .isEqualTo(40 / 2.0);
        assertThat(run(across(3000).output(40, 160)).plan(plan).value(Metric.OUTPUT_TOKEN_RATE))
                .isZero();
    }

    @Test
    void failedRequestsDeliverNothing() {
        assertThat(run(across(1000).failed(FailureKind.TRUNCATED)).value(Metric.OUTPUT_TOKEN_RATE))
                .isZero();
    }

    @Test
    void promptRatesCountRequestsThatEndInsideTheWindow() {
        TestRun run = run(
                across(1000).prompt(600, 150),
                across(2000).prompt(60, 15),
                across(3000).prompt(6, 1));

        assertThat(run.value(Metric.PROMPT_CHAR_RATE)).isEqualTo(660 / 2.0);
        assertThat(run.value(Metric.PROMPT_TOKEN_RATE)).isEqualTo(165 / 2.0);
    }

    @Test
    void totalTokenRateIsPromptAndOutput() {
        assertThat(run(across(1000).prompt(600, 150).output(40, 160)).value(Metric.TOTAL_TOKEN_RATE))
                .isEqualTo((150 + 20) / 2.0);
    }

    @Test
    void promptAndTotalTokenRatesDoNotExistWithoutPromptTokens() {
        assertThat(run(across(1000)).has(Metric.PROMPT_TOKEN_RATE)).isFalse();
        assertThat(run(across(1000)).has(Metric.TOTAL_TOKEN_RATE)).isFalse();
        assertThat(run(across(1000)).has(Metric.OUTPUT_TOKEN_RATE)).isTrue();
    }

    @Test
    void requestRateCountsSuccessesThatEndInsideTheWindow() {
        TestRun run = run(
                sentAt(500).warmup(true).answeredAfter(500),
                sentAt(600).warmup(true).answeredAfter(500),
                sentAt(1500).answeredAfter(100),
                sentAt(1600).endsAt(1700).failed(FailureKind.OVERLOAD),
                sentAt(2500).answeredAfter(500),
                sentAt(2600).answeredAfter(500));

        assertThat(run.value(Metric.REQUEST_RATE)).isEqualTo(3 / 2.0);
        assertThat(run.value(Metric.ATTEMPT_RATE)).isEqualTo(4 / 2.0);
    }

    @Test
    void errorRateIsFailedOfMeasuredRequestsInPercent() {
        TestRun run = run(
                sentAt(500).warmup(true).endsAt(1500).failed(FailureKind.TIMEOUT),
                sentAt(1500).answeredAfter(100),
                sentAt(1600).answeredAfter(2000),
                sentAt(1600).answeredAfter(2000),
                sentAt(1700).endsAt(4000).failed(FailureKind.TIMEOUT),
                sentAt(1800).endsAt(1900).failed(FailureKind.CANCELLED));

        assertThat(run.value(Metric.ERROR_RATE)).isEqualTo(25);
    }

    @Test
    void errorRateDoesNotExistWithoutRequests() {
        assertThat(run().has(Metric.ERROR_RATE)).isFalse();
    }

    @Test
    void goodputAndAttainmentNeedPerRequestLimits() {
        assertThat(run(sentAt(1100).answeredAfter(10)).has(Metric.GOODPUT)).isFalse();
        assertThat(run(sentAt(1100).answeredAfter(10)).has(Metric.ATTAINMENT)).isFalse();
    }

    @Test
    void goodputCountsRequestsThatMetEveryLimit() {
        TestPlan plan = limits(OptionalDouble.of(100), OptionalDouble.of(10), OptionalDouble.of(150));
        TestRun run = run(
                        sentAt(1000).tokensAt(1100, 1110),
                        sentAt(1000).tokensAt(1101, 1111),
                        sentAt(1000).tokensAt(1100, 1111),
                        sentAt(1000).tokensAt(1090, 1100, 1110, 1120, 1130, 1140, 1150),
                        sentAt(1000).tokensAt(1095, 1105, 1115, 1125, 1135, 1145, 1155),
                        sentAt(1000).tokensAt(1050),
                        sentAt(1000).tokensAt(1050).failed(FailureKind.TRUNCATED),
                        sentAt(2900).tokensAt(3000),
                        sentAt(2950).tokensAt(3050))
                .plan(plan);

        assertThat(run.value(Metric.GOODPUT)).isEqualTo(4 / 2.0);
        assertThat(run.value(Metric.ATTAINMENT)).isCloseTo(100 * 5 / 9.0, within(1e-9));
    }

    private static TestPlan limits(OptionalDouble ttft, OptionalDouble tpot, OptionalDouble e2e) {
        return TestPlan.rate(1).requests(1).each(ttft, tpot, e2e);
    }

    @Test
    void aRequestWithoutFirstTokenDoesNotMeetALimitOnIt() {
        TestPlan plan = limits(OptionalDouble.of(100), OptionalDouble.empty(), OptionalDouble.empty());

        assertThat(run(sentAt(1000).endsAt(1010).output(1, 1)).plan(plan).value(Metric.ATTAINMENT))
                .isZero();
    }

    @Test
    void concurrencyIsAveragedOverTheWindow() {
        TestRun run = run(
                sentAt(0).warmup(true).answeredAfter(2000),
                sentAt(1500).answeredAfter(5000),
                sentAt(2000).endsAt(2500).failed(FailureKind.TIMEOUT),
                sentAt(2500).endsAt(3400).failed(FailureKind.CANCELLED));

        // 1000 + 1500 + 500 + 500 of 2000
        assertThat(run.value(Metric.CONCURRENCY)).isEqualTo(1.75);
        assertThat(run.measure().peakConcurrency()).isEqualTo(2);
    }

    @Test
    void peakConcurrencyLooksInsideTheWindowOnly() {
        TestRun run = run(
                sentAt(0).warmup(true).answeredAfter(500),
                sentAt(0).warmup(true).answeredAfter(1000),
                sentAt(3000).answeredAfter(100),
                sentAt(1200).answeredAfter(100));

        assertThat(run.measure().peakConcurrency()).isEqualTo(1);
    }

    @Test
    void aRequestOfNoLengthIsNeverInFlight() {
        assertThat(run(sentAt(1200).answeredAfter(0)).measure().peakConcurrency())
                .isZero();
    }

    @Test
    void wholeRunRatesIncludeTheWarmupAndTheDrain() {
        Measurement.WholeRun whole = run(
                        across(900).prompt(600, 150).output(40, 160),
                        sentAt(3100).tokensAt(3200, 3500).prompt(60, 15),
                        sentAt(1000).endsAt(1100).failed(FailureKind.OVERLOAD))
                .measure()
                .wholeRun();

        assertThat(whole.requestRate()).isCloseTo(2 / 3.5, within(1e-9));
        assertThat(whole.attemptRate()).isCloseTo(3 / 3.5, within(1e-9));
        assertThat(whole.outputTokenRate()).isCloseTo(42 / 3.5, within(1e-9));
        assertThat(whole.totalTokenRate()).isCloseTo((42 + 165) / 3.5, within(1e-9));
    }
}
