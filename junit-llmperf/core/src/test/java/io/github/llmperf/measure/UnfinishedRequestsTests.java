package io.github.llmperf.measure;

import static io.github.llmperf.load.TestRecord.sentAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.VirtualRun;
import io.github.llmperf.load.VirtualRun.Server;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.protocol.FailureKind;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class UnfinishedRequestsTests {

    private static final Measure TTFT_P90 = Measure.parse("ttft.p90");
    private static final Measure E2E_P90 = Measure.parse("e2e.p90");

    private static TestPlan wholeRun(int users, int seconds) {
        return TestPlan.users(users).duration(Duration.ofSeconds(seconds)).wholeRun();
    }

    private static Measurement measure(TestPlan plan, Server server) {
        return Recorder.measure(plan.build(), VirtualRun.of(plan, server));
    }

    private static Server hangingFor(int users, long otherMillis) {
        return (request, index, user) -> request.answeredAfter(user < users ? 50_000 : otherMillis);
    }

    @Nested
    class Hanging {

        @Test
        void countAsFailed() {
            Measurement measurement = measure(wholeRun(20, 10), hangingFor(15, 100));

            assertThat(measurement.requests().failed()).isEqualTo(15);
            assertThat(measurement.requests().succeeded()).isEqualTo(500);
            assertThat(measurement.requests().inFlightAtEnd()).isZero();
            assertThat(measurement
                            .requests()
                            .failures()
                            .get(FailureKind.TIMEOUT)
                            .example()
                            .message())
                    .isEqualTo("nothing for 10 s when the run ended");
            assertThat(measurement.value(Measure.of(Metric.ERROR_RATE)).orElseThrow())
                    .isEqualTo(100 * 15 / 515., within(1e-9));
            assertThat(measurement.notes()).containsExactly(new Note.HungAtEnd(15, 10));
        }

        @Test
        void countInResponseTimesAsTheyDidUntilThen() {
            Measurement measurement = measure(wholeRun(2, 10), hangingFor(1, 100));

            assertThat(measurement.value(Measure.parse("responseTime.max"))).hasValue(10_000);
            assertThat(measurement.value(Measure.parse("e2e.max"))).hasValue(100);
        }

        @Test
        void makeOneOfTwentyAFailureAndNoMore() {
            Measurement measurement = measure(wholeRun(20, 10), hangingFor(1, 100));

            assertThat(measurement.requests().failed()).isEqualTo(1);
            assertThat(measurement.limited(TTFT_P90)).hasValue(100);
        }

        @Test
        void areThoseInWhoseStreamNothingMoreComes() {
            Measurement measurement = TestRun.of(
                            sentAt(0).tokensAt(50, 100),
                            sentAt(0).tokensAt(50, 499).endsAt(1000).failed(FailureKind.CANCELLED),
                            sentAt(0).tokensAt(50, 500).endsAt(1000).failed(FailureKind.CANCELLED))
                    .plan(wholeRun(3, 1))
                    .inFlightAtEnd(2)
                    .measure();

            assertThat(measurement.requests().failed()).isEqualTo(1);
            assertThat(measurement.requests().inFlightAtEnd()).isEqualTo(1);
        }

        @Test
        void areNoneWithoutASuccessToGoBy() {
            Measurement measurement = measure(wholeRun(5, 10), hangingFor(5, 0));

            assertThat(measurement.requests().attempted()).isZero();
            assertThat(measurement.requests().inFlightAtEnd()).isEqualTo(5);
            assertThat(measurement.limited(TTFT_P90).orElseThrow()).isEqualTo(10_000, within(10.));
        }

        @Test
        void areThoseThatOutlivedTheTimeout() {
            Measurement measurement = TestRun.of(
                            sentAt(0).endsAt(61_000).failed(FailureKind.CANCELLED),
                            sentAt(2_000).endsAt(61_000).failed(FailureKind.CANCELLED))
                    .endedAt(61_000)
                    .inFlightAtEnd(2)
                    .measure();

            assertThat(measurement.requests().failed()).isEqualTo(1);
        }

        @Test
        void areNoneWhereTheRunEndedBeforeItsTime() {
            LoadRun run = VirtualRun.interrupted(wholeRun(20, 10), hangingFor(15, 100), 5_000);
            Measurement measurement = Recorder.measure(wholeRun(20, 10).build(), run);

            assertThat(measurement.requests().failed()).isZero();
            assertThat(measurement.unfinished()).isEmpty();
        }

        @Test
        void countInAnOpenLoopToo() {
            TestPlan plan = TestPlan.rate(10).duration(Duration.ofSeconds(10)).wholeRun();
            Measurement measurement =
                    measure(plan, (request, index, user) -> request.answeredAfter(index % 2 == 0 ? 50_000 : 100));

            // due at 100, 300, … 9,300 ms, and so silent for more than 500 ms at 10,000
            assertThat(measurement.requests().failed()).isEqualTo(47);
            assertThat(measurement.requests().succeeded()).isEqualTo(49);
        }
    }

    @Nested
    class StillRunning {

        /** 15 users take longer than the window, but not five times what the others take. */
        private final Measurement slow = measure(wholeRun(20, 2), hangingFor(15, 500));

        @Test
        void makeAPercentileAtLeastTheirAge() {
            LimitedValue limited = slow.limitedValue(TTFT_P90);

            assertThat(slow.requests().failed()).isZero();
            assertThat(limited.value().orElseThrow()).isEqualTo(2_000, within(2.));
            assertThat(limited.unfinished()).isEqualTo(15);
            assertThat(limited.n()).isEqualTo(slow.requests().succeeded() + 15);
            assertThat(limited.open()).isTrue();
        }

        @Test
        void countInWhatIsComparedAndLeaveWhatIsShownAsItIs() {
            assertThat(slow.compared(E2E_P90).orElseThrow()).isEqualTo(2_000, within(2.));
            assertThat(slow.value(E2E_P90)).hasValue(500);
            assertThat(slow.compared(Measure.of(Metric.E2E))).hasValue(500);
            assertThat(slow.distribution(Metric.E2E).orElseThrow().n())
                    .isEqualTo(slow.requests().succeeded());
        }

        @Test
        void changeNothingInAHealthyRun() {
            Server varied = (request, index, user) -> request.answeredAfter(200 + 37L * index % 300);
            Measurement healthy = measure(wholeRun(20, 30), varied);

            assertThat(healthy.unfinished()).isNotEmpty();
            assertThat(healthy.requests().failed()).isZero();
            assertThat(healthy.limitedValue(TTFT_P90).unfinished()).isZero();
            assertThat(healthy.limitedValue(TTFT_P90).open()).isFalse();
            assertThat(healthy.limited(TTFT_P90)).isEqualTo(healthy.value(TTFT_P90));
        }

        @Test
        void areCertainBesideARequestThatTookLongerStill() {
            // 19 of 20 users have waited for 3 s, the limit is 1 s; one request of 5 s has ended
            Server one = (request, index, user) -> user > 0
                    ? request.answeredAfter(
                            index < 100 && request.build().moments().sent() < 3_000_000_000L ? 500 : 9_000)
                    : request.answeredAfter(5_000);
            Measurement measurement = measure(wholeRun(20, 6), one);

            assertThat(measurement.value(TTFT_P90).orElseThrow()).isLessThan(1_000);
            assertThat(measurement.limited(TTFT_P90).orElseThrow()).isGreaterThan(2_900);
            assertThat(measurement.limitedValue(TTFT_P90).open()).isFalse();
        }

        @Test
        void haveTheTtftThatTheyHave() {
            Measurement measurement = TestRun.of(
                            sentAt(0).tokensAt(400, 900),
                            sentAt(0).tokensAt(600, 950).endsAt(1000).failed(FailureKind.CANCELLED))
                    .plan(wholeRun(2, 1))
                    .inFlightAtEnd(1)
                    .measure();

            assertThat(measurement.unfinished().get(Metric.TTFT).max()).isEqualTo(600);
            assertThat(measurement.unfinished().get(Metric.E2E).max()).isEqualTo(1000);
        }

        @Test
        void haveBrokenALimitOnEachThatTheyExceed() {
            TestPlan plan =
                    wholeRun(20, 2).each(OptionalDouble.of(1_000), OptionalDouble.empty(), OptionalDouble.empty());
            Measurement measurement = measure(plan, hangingFor(15, 500));

            // 5 users have been served three times (the fourth answers come with the end), 15 wait for 2 s
            double served = measurement.requests().succeeded();
            assertThat(measurement.value(Measure.of(Metric.ATTAINMENT)).orElseThrow())
                    .isEqualTo(100 * served / (served + 15), within(1e-9));
        }

        @Test
        void doNotLowerAttainmentWhileTheyMayStillMeetIt() {
            Measurement measurement = measure(
                    wholeRun(20, 2).each(OptionalDouble.of(5_000), OptionalDouble.empty(), OptionalDouble.empty()),
                    hangingFor(15, 500));

            assertThat(measurement.value(Measure.of(Metric.ATTAINMENT))).hasValue(100);
        }

        @Test
        void areNoneInASteadyWindowThatWaitsForThem() {
            TestPlan plan = TestPlan.users(20).duration(Duration.ofSeconds(2));
            LoadRun run = VirtualRun.of(plan, hangingFor(15, 500));
            Measurement measurement = Recorder.measure(plan.build(), run);

            assertThat(measurement.unfinished()).isEmpty();
            assertThat(measurement.limited(TTFT_P90).orElseThrow()).isEqualTo(50_000, within(50.));
        }

        @Test
        void arePooledOverRepetitions() {
            Measurement pooled = Recorder.pool(List.of(slow, slow));

            assertThat(pooled.unfinished().get(Metric.TTFT).n()).isEqualTo(30);
            assertThat(pooled.limited(TTFT_P90)).isEqualTo(slow.limited(TTFT_P90));
        }

        @Test
        void sayNothingOfTheTtftOfAnswersThatAreNotStreamed() {
            Measurement measurement = measure(wholeRun(20, 2).notStreamed(), hangingFor(15, 500));

            assertThat(measurement.unfinished()).containsOnlyKeys(Metric.E2E, Metric.RESPONSE_TIME);
            assertThat(measurement.limited(TTFT_P90)).isEqualTo(OptionalDouble.empty());
            assertThat(measurement.limited(Measure.parse("responseTime.p90")).orElseThrow())
                    .isEqualTo(2_000, within(2.));
        }
    }
}
