package io.github.llmperf.measure;

import static io.github.llmperf.load.TestRecord.sentAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.VirtualRun;
import io.github.llmperf.load.VirtualRun.Server;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Phases.WindowKind;
import io.github.llmperf.protocol.FailureKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class WindowTests {

    private static Measurement measure(TestPlan plan, Server server) {
        return Recorder.measure(plan.build(), VirtualRun.of(plan, server));
    }

    @Nested
    class Steady {

        @Test
        void leavesTheWarmupOutOfLatencies() {
            Server slowAtFirst = (request, index, user) -> request.answeredAfter(index == 0 ? 900 : 100);
            Measurement measurement = measure(TestPlan.users(1).warmup("1").requests(50), slowAtFirst);

            assertThat(measurement.value(Measure.parse("ttft.max"))).hasValue(100);
            assertThat(measurement.requests().warmup()).isEqualTo(1);
            assertThat(measurement.requests().attempted()).isEqualTo(50);
        }

        @Test
        void countsRequestsByTheirStartThoughTheyEndLater() {
            Server lastIsSlow = (request, index, user) -> request.answeredAfter(index == 49 ? 700 : 100);
            Measurement measurement = measure(TestPlan.users(1).requests(50), lastIsSlow);

            assertThat(measurement.value(Measure.parse("e2e.max"))).hasValue(700);
            assertThat(measurement.window().seconds()).isEqualTo(4.9);
            assertThat(measurement.value(Measure.of(Metric.REQUEST_RATE)).orElseThrow())
                    .isEqualTo(10, within(1e-9));
        }

        @Test
        void isSteadyAllAlong() {
            Measurement measurement =
                    measure(TestPlan.users(2).warmup("1").duration(Duration.ofSeconds(10)), Server.taking(100));

            assertThat(measurement.window()).isEqualTo(new Measurement.Window(WindowKind.STEADY, 10, 10, 10.1, false));
        }

        @Test
        void givesTheRatesOfTheWholeRunWhenShorterThanHalfOfIt() {
            Measurement measurement = measure(TestPlan.users(4).warmup("1").requests(4), Server.taking(1000));

            // warm-up 0 to 1000; three users are a request ahead; all four taken at 1000 or 2000; end at 3000
            assertThat(measurement.window().ratesFromWholeRun()).isTrue();
            assertThat(measurement.window().wholeRunSeconds()).isEqualTo(3);
            assertThat(measurement.value(Measure.of(Metric.REQUEST_RATE)).orElseThrow())
                    .isEqualTo(measurement.wholeRun().requestRate())
                    .isEqualTo(11 / 3.0, within(1e-9));
            assertThat(measurement.value(Measure.of(Metric.CONCURRENCY)).orElseThrow())
                    .isEqualTo(11 / 3.0, within(1e-9));
            assertThat(measurement.notes()).containsExactly(new Note.ShortWindow(1, 3));
        }

        @Test
        void givesTheRatesOfTheWholeRunAtAnInfiniteRate() {
            Measurement measurement = measure(
                    TestPlan.rate(Double.POSITIVE_INFINITY).requests(100),
                    (request, index, user) -> request.answeredAfter(10L * (index + 1)));

            assertThat(measurement.window().ratesFromWholeRun()).isTrue();
            assertThat(measurement.value(Measure.of(Metric.REQUEST_RATE))).hasValue(100);
            assertThat(measurement.peakConcurrency()).isEqualTo(100);
        }

        @Test
        void ofExactlyHalfTheRunGivesItsOwnRates() {
            assertThat(TestRun.of().window(500, 1000).measure().window().ratesFromWholeRun())
                    .isFalse();
            assertThat(TestRun.of().window(501, 1000).measure().window().ratesFromWholeRun())
                    .isTrue();
        }

        @Test
        void countsWhatTheRunsEndCutOffAsInFlight() {
            Measurement measurement = TestRun.of(
                            sentAt(0).answeredAfter(300),
                            sentAt(300).endsAt(1000).failed(FailureKind.CANCELLED),
                            sentAt(50).warmup(true).endsAt(1000).failed(FailureKind.CANCELLED))
                    .inFlightAtEnd(3)
                    .measure();

            assertThat(measurement.requests().inFlightAtEnd()).isEqualTo(2);
            assertThat(measurement.requests().attempted()).isEqualTo(1);
            assertThat(measurement.requests().failures()).isEmpty();
        }
    }

    @Nested
    class WholeRun {

        @Test
        void countsWhatEndedByTheDeadline() {
            Measurement measurement = measure(
                    TestPlan.users(2)
                            .spawnRate(1)
                            .duration(Duration.ofSeconds(10))
                            .wholeRun(),
                    Server.taking(3000));

            // user 0 ends at 3, 6, 9 s, user 1 at 4, 7, 10 s: the last one just in time
            assertThat(measurement.requests().succeeded()).isEqualTo(6);
            assertThat(measurement.requests().inFlightAtEnd()).isEqualTo(1);
            assertThat(measurement.value(Measure.of(Metric.REQUEST_RATE))).hasValue(.6);
            assertThat(measurement.wholeRun().requestRate()).isEqualTo(.6);
        }

        @Test
        void countsNoTokenOfWhatWasCutOff() {
            Measurement measurement = TestRun.of(
                            sentAt(0).tokensAt(500, 600),
                            sentAt(700).tokensAt(800, 900, 1100).endsAt(1100),
                            sentAt(700).tokensAt(800, 900).endsAt(1000).failed(FailureKind.CANCELLED))
                    .plan(TestPlan.users(3).duration(Duration.ofSeconds(1)).wholeRun())
                    .inFlightAtEnd(1)
                    .measure();

            assertThat(measurement.value(Measure.of(Metric.OUTPUT_TOKEN_RATE))).hasValue(2);
            assertThat(measurement.requests().inFlightAtEnd()).isEqualTo(2);
            assertThat(measurement.requests().succeeded()).isEqualTo(1);
        }

        @Test
        void isSteadyFromTheLastSpawnToTheDeadline() {
            Measurement measurement = measure(
                    TestPlan.users(3)
                            .spawnRate(2)
                            .duration(Duration.ofSeconds(10))
                            .wholeRun(),
                    Server.taking(300));

            assertThat(measurement.window().steadySeconds()).isEqualTo(9);
            assertThat(measurement.window().ratesFromWholeRun()).isFalse();
        }

        @Test
        void ofANumberOfRequestsIsSteadyUntilTheLastIsSent() {
            Measurement measurement =
                    measure(TestPlan.users(2).spawnRate(1).requests(5).wholeRun(), Server.taking(1000));

            // sent at 0, 1, 1, 2, 2 s
            assertThat(measurement.window().seconds()).isEqualTo(3);
            assertThat(measurement.window().steadySeconds()).isEqualTo(1);
        }
    }

    @Nested
    class OpenLoop {

        @Test
        void letsNoSlowServerHideBehindALateClient() {
            TestPlan plan = TestPlan.rate(10).requests(50).maxInFlight(1);
            Server stalls = (request, index, user) -> request.answeredAfter(index == 10 ? 2000 : 1);
            Measurement measurement = measure(plan, stalls);

            // due during the stall: 19 requests that waited 1900, 1800, … 100 ms (and 1 ms each for those before them)
            assertThat(measurement.distribution(Metric.TTFT).orElseThrow().percentile(50))
                    .isEqualTo(1, within(.01));
            assertThat(measurement.distribution(Metric.TTFT).orElseThrow().percentile(80))
                    .isGreaterThan(900);
            assertThat(measurement
                            .distribution(Metric.CLIENT_DELAY)
                            .orElseThrow()
                            .max())
                    .isEqualTo(1900);
            assertThat(measurement.distribution(Metric.TTFT).orElseThrow().max())
                    .isEqualTo(2000);
        }
    }

    @Nested
    class Slices {

        @Test
        void holdRequestsByTheirStart() {
            List<Distribution> slices = TestRun.of(
                            sentAt(0).answeredAfter(990),
                            sentAt(49).answeredAfter(3),
                            sentAt(50).answeredAfter(5),
                            sentAt(1000).answeredAfter(7))
                    .measure()
                    .slices()
                    .get(Metric.TTFT);

            assertThat(slices).hasSize(Measurement.SLICES);
            assertThat(slices)
                    .extracting(Distribution::n)
                    .startsWith(2L, 1L, 0L)
                    .endsWith(0L, 1L);
        }

        @Test
        void holdGapsByTheirEnd() {
            List<Distribution> slices = TestRun.of(sentAt(0).tokensAt(10, 60, 110, 1500))
                    .measure()
                    .slices()
                    .get(Metric.ITL);

            assertThat(slices)
                    .extracting(Distribution::n)
                    .startsWith(0L, 1L, 1L, 0L)
                    .endsWith(0L, 1L);
        }

        @Test
        void addUpToTheWhole() {
            Measurement measurement =
                    measure(TestPlan.users(3), (request, index, user) -> request.answeredAfter(50 + 7L * index % 31));
            Distribution sum = new Distribution();
            measurement.slices().get(Metric.E2E).forEach(sum::add);

            assertThat(sum.n()).isEqualTo(measurement.requests().succeeded());
            assertThat(sum.mean())
                    .isEqualTo(measurement.value(Measure.of(Metric.E2E)).orElseThrow(), within(1e-9));
        }
    }
}
