package io.github.llmperf.report.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.model.StoredFixture;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuantileBandTests {

    /** A hundred samples of 1 to 100 ms, times a factor: the percentile p is p times the factor. */
    private static Distribution times(double factor) {
        return Distribution.of(
                IntStream.rangeClosed(1, 100).mapToDouble(i -> i * factor).toArray());
    }

    private static QuantileBand of(double... factors) {
        return new QuantileBand(
                DoubleStream.of(factors).mapToObj(QuantileBandTests::times).toList());
    }

    @Test
    void spansAllOfFewRuns() {
        QuantileBand band = of(10, 12, 17);

        double p90 = ChartData.nines(90);
        assertThat(band.low(p90)).isCloseTo(900, within(1.));
        assertThat(band.middle(p90)).isCloseTo(1080, within(1.));
        assertThat(band.high(p90)).isCloseTo(1530, within(2.));
        assertThat(band.words("3 stored runs")).isEqualTo("lowest to highest of 3 stored runs");
        assertThat(band.words(90.)).isEqualTo("p90 900.1 ms … 1.531 s, median 1.08 s");
    }

    @Test
    void leavesOutTheOutermostTenthOfManyRuns() {
        QuantileBand band = of(10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 99);

        double p50 = ChartData.nines(50);
        assertThat(band.low(p50)).isCloseTo(550, within(1.));
        assertThat(band.middle(p50)).isCloseTo(750, within(1.));
        assertThat(band.high(p50)).isCloseTo(950, within(1.));
        assertThat(band.words("11 stored runs")).isEqualTo("middle 80 % of 11 stored runs");
    }

    @Test
    void isALineForASingleRun() {
        QuantileBand band = of(10);

        assertThat(band.isArea()).isFalse();
        assertThat(band.words("1 stored run")).isEqualTo("1 stored run");
        assertThat(band.words(50.)).isEqualTo("p50 500.2 ms");
    }

    @Test
    void endsWhereTheSmallestRunHasNoMorePercentiles() {
        QuantileBand band = new QuantileBand(List.of(times(10), Distribution.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)));

        assertThat(band.lastNines()).isEqualTo(1);
    }

    @Test
    void takesTheStoredHistogramsOfEachLatency() {
        Report report = Reports.regression().comparedWith(StoredFixture.runs(5)).build();

        QuantileBands bands = new QuantileBands(report, List.of(Metric.TTFT, Metric.SERVER_TTFT));

        assertThat(bands.of(Metric.TTFT).orElseThrow().runs()).hasSize(5);
        assertThat(bands.of(Metric.SERVER_TTFT)).isEmpty();
    }
}
