package io.github.llmperf.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.allure.AllureMetrics;
import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.report.json.JsonRenderer;
import io.github.llmperf.report.model.FullReports;
import io.github.llmperf.report.model.Observed;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.svg.Palette;
import io.github.llmperf.report.svg.QuantileChart;
import io.github.llmperf.report.text.Facts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where two places of a report could tell different numbers of the same thing, they say why. */
class WhatIsMeasuredTests {

    private static Report with(Report report, Measurement measurement, Collection<RequestRecord> records) {
        LoadRun run = report.run();
        return new Report(
                report.plan(),
                report.origin(),
                Observed.of(
                        report.plan(),
                        new LoadRun(
                                run.startedAt(), run.times(), records, run.inFlightAtEnd(), run.health(), run.end()),
                        measurement,
                        report.observed().server(),
                        report.observed().prometheus()),
                report.judgement(),
                report.baseline(),
                report.series());
    }

    private static RequestRecord warmup(RequestRecord one) {
        return new RequestRecord(
                one.index(),
                one.user(),
                RequestPhase.WARMUP,
                one.turn(),
                one.promptChars(),
                one.maxNewTokens(),
                one.moments(),
                one.status(),
                one.bytes(),
                one.coalescedEvents(),
                one.staleRetries(),
                one.answer(),
                one.failure());
    }

    private static Measurement window(Measurement m, boolean wholeRun) {
        return new Measurement(
                m.distributions(),
                m.slices(),
                m.rates(),
                m.requests(),
                m.tokens(),
                new Measurement.Window(m.window().kind(), .2, .2, 5, wholeRun),
                m.wholeRun(),
                m.peakConcurrency(),
                m.notes());
    }

    @Test
    void namesFailuresThatTheTableDoesNotCount() {
        Report report = Reports.passed().build();
        List<RequestRecord> records = new ArrayList<>(report.run().records());
        records.stream().filter(one -> one.failure() != null).toList().forEach(one -> records.add(warmup(one)));

        assertThat(new HtmlRenderer().render(with(report, report.measurement(), records)))
                .contains("Not counted, since not measured: 3 in the warm-up failed, too.");
        assertThat(new HtmlRenderer().render(report)).doesNotContain("Not counted, since not measured");
    }

    @Test
    void saysInTheHeaderThatARateIsOfTheWholeRun() {
        Report report = Reports.passed().build();
        Collection<RequestRecord> records = report.run().records();
        String note = "The window was shorter than half the run, so rates and concurrency are those of the whole run.";

        assertThat(Facts.outline(with(report, window(report.measurement(), true), records)))
                .containsEntry("output", "476.8 tokens/s (whole run)");
        assertThat(Facts.outline(report)).containsEntry("output", "476.8 tokens/s");
        assertThat(new HtmlRenderer()
                        .render(with(report, window(report.measurement(), true), records))
                        .split(note, -1))
                .as("beside the rates, and at the end")
                .hasSize(1 + 2);
    }

    @Test
    void tellsTheLongestDelayWhereThereIsNoP99() {
        Report report = Reports.passed().build();
        Measurement m = report.measurement();
        Distribution few = new Distribution();
        Stream.of(.2, .3, 135.7).forEach(few::add);
        Map<Metric, Distribution> distributions = new EnumMap<>(m.distributions());
        distributions.put(Metric.CLIENT_DELAY, few);
        Measurement late = new Measurement(
                distributions,
                m.slices(),
                m.rates(),
                m.requests(),
                m.tokens(),
                m.window(),
                m.wholeRun(),
                m.peakConcurrency(),
                m.notes());

        Report changed = with(report, late, report.run().records());
        assertThat(Facts.health(changed)).containsEntry("client delay p99", "none of so few; longest 135.7 ms");
        assertThat(Facts.clientDelayP99(changed)).isNaN();
    }

    @Test
    void tellsNoPercentileAnywhereThatTooFewSamplesMake() {
        Report report = Reports.ofManyRequests(5).build();
        Measurement m = report.measurement();
        Map<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
        for (Metric metric : List.of(Metric.TTFT, Metric.E2E, Metric.OUTPUT_TOKENS)) {
            Distribution five = new Distribution();
            Stream.of(10., 20., 30., 40., 50.).forEach(five::add);
            distributions.put(metric, five);
        }
        Measurement few = new Measurement(
                distributions,
                Map.of(),
                m.rates(),
                m.requests(),
                m.tokens(),
                m.window(),
                m.wholeRun(),
                m.peakConcurrency(),
                List.of());
        Report small = with(report, few, report.run().records());

        assertThat(few.existing(Measure.parse("ttft.p90"))).isEmpty();
        assertThat(few.existing(Measure.parse("ttft.p50"))).isPresent();
        assertThat(few.existing(Measure.parse("ttft"))).hasValue(30);
        assertThat(new QuantileChart(small, Palette.LIGHT, 960, 380).description())
                .startsWith("e2e: p50 30.02 ms, max 50 ms; ttft: p50 30.02 ms, max 50 ms");
        assertThat(AllureMetrics.json(small)).contains("ttft.p50").doesNotContain("ttft.p90", "e2e.p90");
        assertThat(new JsonRenderer().render(small)).doesNotContain("\"p99\" : 50");
        assertThat(LengthsHtml.section(small).toString())
                .contains("mean 30, p50 30, min 10, max 50 over 5 requests.")
                .doesNotContain("p99");
    }

    @Test
    void namesNoLimitThatNoLoadReached() {
        Report searched = FullReports.all().stream()
                .filter(report -> report.series().search().isPresent())
                .findFirst()
                .orElseThrow();

        assertThat(new HtmlRenderer().render(searched))
                .contains("<dd>at least 20 users</dd>")
                .doesNotContain("limit most likely at");
        assertThat(new JsonRenderer().render(searched)).contains("\"estimate\" : null");
    }
}
