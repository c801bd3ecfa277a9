package io.github.llmperf.measure;

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
import org.junit.jupiter.api.Test;

/** What is sent after the window, or by another stage, changes no number of the measurement. */
class CooldownMeasurementTests {

    private static Measurement measure(TestPlan plan, Server server) {
        return Recorder.measure(plan.build(), VirtualRun.of(plan, server));
    }

    @Test
    void slowAndFailedRequestsOfTheCooldownCountNowhere() {
        Server badLater = (request, index, user) -> index < 100
                ? request.answeredAfter(100)
                : index % 2 == 0
                        ? request.answeredAfter(700)
                        : request.endsAt(20_000).failed(FailureKind.OVERLOAD);
        TestPlan plan = TestPlan.users(1).duration(Duration.ofSeconds(10)).cooldown(Duration.ofSeconds(2));
        Measurement measurement = measure(plan, badLater);

        assertThat(measurement.requests().attempted()).isEqualTo(100);
        assertThat(measurement.requests().failed()).isZero();
        assertThat(measurement.requests().warmup()).isZero();
        assertThat(measurement.requests().inFlightAtEnd()).isZero();
        assertThat(measurement.value(Measure.parse("e2e.max"))).hasValue(100);
        assertThat(measurement.value(Measure.of(Metric.ERROR_RATE))).hasValue(0);
        assertThat(measurement.value(Measure.of(Metric.REQUEST_RATE)).orElseThrow())
                .isEqualTo(10, within(1e-9));
        assertThat(measurement.value(Measure.of(Metric.CONCURRENCY)).orElseThrow())
                .isEqualTo(1, within(1e-9));
    }

    @Test
    void measuredRequestsThatEndInTheCooldownCountInRatesWithTheirPartInTheWindow() {
        Server lastIsSlow = (request, index, user) -> request.answeredAfter(index == 9 ? 550 : 100);
        TestPlan plan = TestPlan.users(1).duration(Duration.ofSeconds(1)).cooldown(Duration.ofMillis(700));
        Measurement measurement = measure(plan, lastIsSlow);

        assertThat(measurement.value(Measure.parse("e2e.max"))).hasValue(550);
        assertThat(measurement.requests().succeeded()).isEqualTo(10);
        assertThat(measurement.value(Measure.of(Metric.REQUEST_RATE)).orElseThrow())
                .isEqualTo(9 + 100 / 550., within(1e-9));
    }

    @Test
    void requestsOfAWholeRunThatOutliveTheirStageAreInFlightAtItsEnd() {
        TestPlan plan = TestPlan.users(2).duration(Duration.ofSeconds(1)).wholeRun();
        List<LoadRun> runs = VirtualRun.stages(List.of(plan, plan), Server.taking(300));

        assertThat(runs).hasSize(2).allSatisfy(run -> {
            Measurement measurement = Recorder.measure(plan.build(), run);
            assertThat(measurement.requests().inFlightAtEnd()).isEqualTo(2);
            assertThat(measurement.window().wholeRunSeconds()).isEqualTo(1);
        });
    }
}
