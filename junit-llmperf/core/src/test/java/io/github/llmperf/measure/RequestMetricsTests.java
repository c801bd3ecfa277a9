package io.github.llmperf.measure;

import static io.github.llmperf.load.TestRecord.sentAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.protocol.FailureKind;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One streamed request whose every moment is known, and what each metric makes of it. */
class RequestMetricsTests {

    /** Due at 80, sent at 100; a role event at 130, reasoning at 150, text from 170 on; end mark at 260. */
    private static TestRecord request() {
        return sentAt(80)
                .delayedTo(100)
                .tokensAt(150, 170, 200, 250)
                .firstEventAt(130)
                .firstVisibleAt(170)
                .endsAt(260)
                .prompt(321, 40)
                .output(16, 64);
    }

    private static double of(Metric metric) {
        return TestRun.of(request()).value(metric);
    }

    @Test
    void ttftEndsWithTheFirstTokenOfAnyKind() {
        assertThat(of(Metric.TTFT)).isEqualTo(50);
    }

    @Test
    void ttfoEndsWithTheFirstVisibleText() {
        assertThat(of(Metric.TTFO)).isEqualTo(70);
    }

    @Test
    void ttfeEndsWithAnyEvent() {
        assertThat(of(Metric.TTFE)).isEqualTo(30);
    }

    @Test
    void tpotSharesTheTimeAmongTheTokensAfterTheFirstArrival() {
        assertThat(of(Metric.TPOT)).isCloseTo(100.0 / 12, within(1e-9));
    }

    @Test
    void tpotNeedsASecondToken() {
        assertThat(TestRun.of(sentAt(0).tokensAt(100)).has(Metric.TPOT)).isFalse();
    }

    @Test
    void itlPoolsTheGapsOfAllRequests() {
        Distribution itl = TestRun.of(request(), sentAt(300).tokensAt(310, 311))
                .measure()
                .distribution(Metric.ITL)
                .orElseThrow();

        assertThat(itl.n()).isEqualTo(4);
        assertThat(itl.mean()).isEqualTo((20 + 30 + 50 + 1) / 4.0);
    }

    @Test
    void e2eEndsWithTheLastTokenNotWithTheEndMark() {
        assertThat(of(Metric.E2E)).isEqualTo(150);
    }

    @Test
    void responseTimeEndsWithTheRequest() {
        assertThat(of(Metric.RESPONSE_TIME)).isEqualTo(160);
    }

    @Test
    void responseTimeIncludesFailedRequests() {
        Distribution time = TestRun.of(request(), sentAt(0).endsAt(40).failed(FailureKind.OVERLOAD))
                .measure()
                .distribution(Metric.RESPONSE_TIME)
                .orElseThrow();

        assertThat(time.n()).isEqualTo(2);
        assertThat(time.mean()).isEqualTo(100);
    }

    @Test
    void clientDelayIsWhatTheGeneratorAdded() {
        assertThat(of(Metric.CLIENT_DELAY)).isEqualTo(20);
    }

    @Test
    void connectTimeIsOfRequestsThatOpenedAConnection() {
        Measurement measurement = TestRun.of(
                        request().connected(7), request(), request().connected(9))
                .measure();

        assertThat(measurement.value(Measure.of(Metric.CONNECT_TIME))).hasValue(8);
        assertThat(measurement.requests().newConnections()).isEqualTo(2);
    }

    @Test
    void normalizedLatencyIsE2ePerOutputToken() {
        assertThat(of(Metric.NORMALIZED_LATENCY)).isEqualTo(150 / 16.0);
    }

    @Test
    void latencyPerTokenIsE2ePerTokenOfPromptAndOutput() {
        assertThat(of(Metric.LATENCY_PER_TOKEN)).isCloseTo(150 / 56.0, within(1e-9));
    }

    @Test
    void latencyPerTokenNeedsKnownPromptTokens() {
        assertThat(TestRun.of(request().prompt(321, -1)).has(Metric.LATENCY_PER_TOKEN))
                .isFalse();
    }

    @Test
    void userTokenRateIsOutputTokensOverE2e() {
        assertThat(of(Metric.USER_TOKEN_RATE)).isCloseTo(16 / .150, within(1e-9));
    }

    @Test
    void sizesAreTakenAsTheyAre() {
        assertThat(of(Metric.RESPONSE_BYTES)).isEqualTo(1000);
        assertThat(of(Metric.PROMPT_TOKENS)).isEqualTo(40);
        assertThat(of(Metric.OUTPUT_TOKENS)).isEqualTo(16);
        assertThat(of(Metric.OUTPUT_CHARS)).isEqualTo(64);
    }

    @Test
    void promptTokensAreOnlyThoseKnown() {
        Measurement measurement =
                TestRun.of(request(), request().prompt(321, -1)).measure();

        assertThat(measurement.distribution(Metric.PROMPT_TOKENS).orElseThrow().n())
                .isEqualTo(1);
        assertThat(measurement.tokens().prompt()).isEqualTo(40);
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVER_QUEUE", "SERVER_PREFILL", "SERVER_DECODE", "SERVER_TTFT", "SERVER_TPOT"})
    void serverTimesAreWhatTheServerSays(Metric metric) {
        TestRecord record = request().server(Map.of(metric.jsonName(), 12.5));

        assertThat(TestRun.of(record).value(metric)).isEqualTo(12.5);
    }

    @Test
    void serverTimesNeverMixWithTheClientsOwn() {
        assertThat(TestRun.of(request().server(Map.of("ttft", 1.0))).value(Metric.TTFT))
                .isEqualTo(50);
        assertThat(TestRun.of(request().server(Map.of("unheardOf", 1.0))).value(Metric.TTFT))
                .isEqualTo(50);
    }

    @ParameterizedTest
    @EnumSource(names = {"TTFT", "TTFO", "TTFE", "TPOT", "ITL", "E2E", "CLIENT_DELAY", "OUTPUT_TOKENS"})
    void failedRequestsGiveNoSample(Metric metric) {
        assertThat(TestRun.of(request().failed(FailureKind.TRUNCATED)).has(metric))
                .isFalse();
    }

    @Nested
    class InOpenLoop {

        private final TestRun run = TestRun.of(request()).plan(TestPlan.rate(1).requests(1));

        @Test
        void latenciesCountFromTheScheduledMoment() {
            assertThat(run.value(Metric.TTFT)).isEqualTo(70);
            assertThat(run.value(Metric.TTFO)).isEqualTo(90);
            assertThat(run.value(Metric.TTFE)).isEqualTo(50);
            assertThat(run.value(Metric.E2E)).isEqualTo(170);
            assertThat(run.value(Metric.RESPONSE_TIME)).isEqualTo(180);
        }

        @Test
        void timesBetweenTokensDoNotChange() {
            assertThat(run.value(Metric.ITL)).isCloseTo(100 / 3.0, within(1e-9));
            assertThat(run.value(Metric.TPOT)).isCloseTo(100.0 / 12, within(1e-9));
        }
    }

    @Nested
    class NotStreamed {

        private final TestRun run =
                TestRun.of(request()).plan(TestPlan.users(1).requests(1).notStreamed());

        @ParameterizedTest
        @EnumSource(names = {"TTFT", "TTFO", "TTFE", "TPOT", "ITL"})
        void timesOfAStreamDoNotExist(Metric metric) {
            assertThat(metric.needsStream()).isTrue();
            assertThat(run.has(metric)).isFalse();
        }

        @Test
        void e2eEndsWithTheRequest() {
            assertThat(run.value(Metric.E2E)).isEqualTo(160);
        }
    }
}
