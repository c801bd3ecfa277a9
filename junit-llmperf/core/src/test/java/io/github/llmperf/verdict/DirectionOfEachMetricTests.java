package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gate that has a direction wrong reads a slow-down as an improvement: each is written down here a second time. */
class DirectionOfEachMetricTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ttft",
                "ttfo",
                "ttfe",
                "tpot",
                "itl",
                "e2e",
                "responseTime",
                "clientDelay",
                "connectTime",
                "normalizedLatency",
                "latencyPerToken",
                "serverQueue",
                "serverPrefill",
                "serverDecode",
                "serverTtft",
                "serverTpot",
                "serverTimePerToken",
                "serverInference",
                "serverTotal",
                "serverValidation",
                "serverLoad"
            })
    void worsensWhenItGrows(String metric) {
        assertThat(verdict(metric, 2)).isEqualTo(Verdict.REGRESSION);
        assertThat(verdict(metric, .5)).isEqualTo(Verdict.IMPROVED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "userTokenRate",
                "outputTokenRate",
                "totalTokenRate",
                "promptTokenRate",
                "outputCharRate",
                "promptCharRate",
                "requestRate",
                "goodput",
                "attainment"
            })
    void worsensWhenItShrinks(String metric) {
        assertThat(verdict(metric, 2)).isEqualTo(Verdict.IMPROVED);
        assertThat(verdict(metric, .5)).isEqualTo(Verdict.REGRESSION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"attemptRate", "concurrency", "bytes", "promptTokens", "outputTokens", "outputChars"})
    void isNotComparedWhereNeitherIsBetter(String metric) {
        RunFixture run = RunFixture.withStored(10);
        run.plan.gated(Measure.of(Metric.named(metric).orElseThrow()).toString());

        assertThat(run.texts())
                .contains(run.plan.gated.get(0) + " is not compared: neither more nor less of it is better");
    }

    private static Verdict verdict(String name, double factor) {
        Metric metric = Metric.named(name).orElseThrow();
        Measure measure = Measure.of(metric);
        RunFixture run = RunFixture.withoutBaseline();
        run.plan.gated(measure.toString());
        run.stored(10, m -> set(m, metric, 30));
        set(run.measurement, metric, 30 * factor);
        return run.comparison(measure.toString()).verdict();
    }

    private static void set(MeasurementFixture measurement, Metric metric, double value) {
        if (metric.hasDistribution()) {
            measurement.distributions.put(metric, MeasurementFixture.around(value, 200));
        } else {
            measurement.rates.put(metric, value);
        }
    }
}
