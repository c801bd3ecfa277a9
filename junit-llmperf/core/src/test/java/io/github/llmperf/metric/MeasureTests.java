package io.github.llmperf.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeasureTests {

    @ParameterizedTest
    @CsvSource({
        "ttft, ttft.mean",
        "ttft.mean, ttft.mean",
        "ttft.p90, ttft.p90",
        "itl.p99.9, itl.p99.9",
        "e2e.max, e2e.max",
        "outputTokenRate, outputTokenRate",
        "errorRate, errorRate"
    })
    void readsMeasures(String text, String expected) {
        assertThat(Measure.parse(text)).hasToString(expected);
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void readsBackWhatItWrites(Metric metric) {
        Measure measure = Measure.of(metric);
        assertThat(Measure.parse(measure.toString())).isEqualTo(measure);
    }

    @Test
    void namesAllMetricsWhenOneIsUnknown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Measure.parse("ttfb.p90"))
                .withMessage("metric must be one of ttft, ttfo, ttfe, tpot, itl, e2e, responseTime, clientDelay,"
                        + " connectTime, normalizedLatency, latencyPerToken, userTokenRate, outputTokenRate,"
                        + " totalTokenRate, promptTokenRate, outputCharRate, promptCharRate, requestRate, attemptRate,"
                        + " goodput, attainment, errorRate, concurrency, capacity, capacityRate, bytes, promptTokens, outputTokens,"
                        + " outputChars, serverQueue, serverPrefill, serverDecode, serverTtft, serverTpot, serverTimePerToken, serverInference, serverTotal,"
                        + " serverValidation, serverLoad,"
                        + " but is \"ttfb\"");
    }

    @ParameterizedTest
    @CsvSource({"ttft.p100, 100", "ttft.p0, 0", "ttft.p-5, -5", "itl.p100.5, 100.5"})
    void refusesAPercentileOutOfRange(String text, String percentile) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Measure.parse(text))
                .withMessage("percentile must be above 0 and below 100, as in p90 or p99.9, but is " + percentile
                        + " (for the largest value write \"max\")");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ttft.median", "ttft.", "ttft.p", "ttft.p9x", "ttft.90"})
    void refusesAnUnknownStatistic(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Measure.parse(text))
                .withMessageStartingWith(
                        "statistic must be one of mean, min, max, stddev or a percentile such as p90, but is ");
    }

    @Test
    void refusesAStatisticOfAMetricWithOneValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Measure.parse("outputTokenRate.p90"))
                .withMessage("measure must be written \"outputTokenRate\": a run has one value of it, no \"p90\"");
    }

    @Test
    void knowsFromHowManySamplesAPercentileExists() {
        assertThat(Statistic.percentile(50).samplesToExist()).isEqualTo(2);
        assertThat(Statistic.percentile(90).samplesToExist()).isEqualTo(10);
        assertThat(Statistic.percentile(95).samplesToExist()).isEqualTo(20);
        assertThat(Statistic.percentile(99).samplesToExist()).isEqualTo(100);
        assertThat(Statistic.percentile(99.9).samplesToExist()).isEqualTo(1000);
        assertThat(Statistic.MEAN.samplesToExist()).isEqualTo(1);
    }

    @Test
    void callsPercentilesFrom90OnTails() {
        assertThat(Statistic.percentile(90).isTail()).isTrue();
        assertThat(Statistic.percentile(89.9).isTail()).isFalse();
        assertThat(Statistic.MAX.isTail()).isFalse();
    }

    /** Written out once more on purpose: whoever flips a direction must flip it here as well. */
    @Test
    void improvesInTheDirectionThatItsDefinitionSays() {
        assertThat(Arrays.stream(Metric.values()).filter(m -> m.better() == Direction.HIGHER))
                .extracting(Metric::jsonName)
                .containsExactly(
                        "userTokenRate",
                        "outputTokenRate",
                        "totalTokenRate",
                        "promptTokenRate",
                        "outputCharRate",
                        "promptCharRate",
                        "requestRate",
                        "goodput",
                        "attainment",
                        "capacity",
                        "capacityRate");
        assertThat(Arrays.stream(Metric.values()).filter(m -> m.better() == Direction.NEITHER))
                .extracting(Metric::jsonName)
                .containsExactly("attemptRate", "concurrency", "bytes", "promptTokens", "outputTokens", "outputChars");
        assertThat(Direction.LOWER.worseSign()).isEqualTo(1);
        assertThat(Direction.HIGHER.worseSign()).isEqualTo(-1);
    }

    @Test
    void countsFailuresAsInfiniteForFourLatencies() {
        assertThat(Arrays.stream(Metric.values()).filter(Metric::failuresAreInfinite))
                .containsExactly(Metric.TTFT, Metric.TTFO, Metric.TPOT, Metric.E2E);
    }

    @Test
    void needsAStreamForFiveMetrics() {
        assertThat(Arrays.stream(Metric.values()).filter(Metric::needsStream))
                .containsExactly(Metric.TTFT, Metric.TTFO, Metric.TTFE, Metric.TPOT, Metric.ITL);
    }
}
