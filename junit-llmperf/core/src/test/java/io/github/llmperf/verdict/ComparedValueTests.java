package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.BaselineFixture;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.baseline.PlanFixture;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import org.junit.jupiter.api.Test;

class ComparedValueTests {

    private static BaselineRun run(MeasurementFixture measurement) {
        return BaselineFixture.run(new PlanFixture(), measurement, Verdict.PASS, 0);
    }

    @Test
    void isWhatTheRunStored() {
        BaselineRun run = run(new MeasurementFixture());

        assertThat(ComparedValue.of(run, Measure.parse("ttft.p50"), false))
                .isEqualTo(run.value(Measure.parse("ttft.p50")));
        assertThat(ComparedValue.of(run, Measure.parse("serverTtft.p50"), false))
                .isEmpty();
    }

    @Test
    void isTheRateOverTheWholeRunWhereThatIsCompared() {
        BaselineRun run = run(new MeasurementFixture());

        assertThat(ComparedValue.of(run, Measure.parse("outputTokenRate"), false))
                .hasValue(900);
        assertThat(ComparedValue.of(run, Measure.parse("outputTokenRate"), true))
                .hasValue(810);
    }

    @Test
    void isNoRateOverAWindowThatWasShort() {
        MeasurementFixture whole = new MeasurementFixture();
        whole.ratesFromWholeRun = true;

        assertThat(ComparedValue.of(run(whole), Measure.parse("outputTokenRate"), true))
                .hasValue(900);
        assertThat(ComparedValue.of(run(whole), Measure.parse("outputTokenRate"), false))
                .isEmpty();
        assertThat(ComparedValue.of(run(whole), Measure.parse("ttft.p50"), false))
                .isPresent();
    }

    @Test
    void isTheShareOfFailedRequestsForTheErrorRate() {
        MeasurementFixture failing = new MeasurementFixture();
        failing.failed = 5;

        assertThat(ComparedValue.of(run(failing), Measure.parse("errorRate"), false))
                .hasValue(2.5);
    }
}
