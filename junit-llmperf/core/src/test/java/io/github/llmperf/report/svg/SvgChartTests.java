package io.github.llmperf.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.model.StoredFixture;
import io.github.llmperf.report.model.StoredRun;
import io.github.llmperf.report.model.StoredRuns;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.verdict.Subject;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SvgChartTests {

    @Test
    void drawsALinePerLatencyInItsOwnColour() {
        String svg = new SvgChart().render(Reports.regression().build());

        assertThat(texts(svg))
                .contains("e2e", "ttft", "tpot", "p50", "p90", "p99", "percentile of the successful requests");
        assertThat(svg).contains("stroke:var(--e2e)", "stroke:var(--ttft)", "stroke:var(--tpot)");
    }

    @Test
    void marksLimitsAndStoredRuns() {
        String svg = new SvgChart()
                .render(Reports.regression()
                        .comparedWith(StoredFixture.without(Set.of(Metric.values()), StoredFixture.runs(8)))
                        .build());

        assertThat(texts(svg)).contains("ttft.p90 limit 3 s", "tpot.mean limit 100 ms", "limit", "stored runs");
        assertThat(Pattern.compile("<circle").matcher(svg).results())
                .as("one in the legend, ttft.p50, ttft.p90 and tpot.p50")
                .hasSize(4);
    }

    @Test
    void drawsStoredRunsAsABandWhereTheirHistogramsAreKept() {
        String svg = new SvgChart().render(Reports.regression().build());

        assertThat(texts(svg)).contains("lowest to highest of 8 stored runs").doesNotContain("stored runs");
        assertThat(Pattern.compile("class=\"band\"").matcher(svg).results())
                .as("of e2e, ttft and tpot")
                .hasSize(3);
        assertThat(svg).doesNotContain("<circle");
        assertThat(svg)
                .contains(
                        "ttft, lowest to highest of 8 stored runs: p50 ",
                        "; stored runs' ttft.p50 660.2 ms".replace("'", "&#39;"));
    }

    @Test
    void keepsTheCircleOfALatencyWhoseHistogramsAreGone() {
        String svg = new SvgChart()
                .render(Reports.regression()
                        .comparedWith(StoredFixture.without(Set.of(Metric.TPOT), StoredFixture.runs(8)))
                        .build());

        assertThat(texts(svg)).contains("lowest to highest of 8 stored runs", "stored runs");
        assertThat(Pattern.compile("<circle").matcher(svg).results())
                .as("one in the legend and tpot.p50")
                .hasSize(2);
    }

    @Test
    void holdsTheWholeBandOnItsAxis() {
        String svg = new SvgChart()
                .render(Reports.regression()
                        .comparedWith(List.of(StoredFixture.at(0, 90_000), StoredFixture.at(1, 100_000)))
                        .build());

        List<Double> heights = Pattern.compile("class=\"band\" d=\"M([^\"]*)Z\"")
                .matcher(svg)
                .results()
                .flatMap(path -> Pattern.compile("[0-9.]+ ([0-9.]+)")
                        .matcher(path.group(1))
                        .results())
                .map(point -> Double.valueOf(point.group(1)))
                .toList();
        assertThat(heights).allSatisfy(height -> assertThat(height).isBetween(35., 298.));
    }

    @Test
    void namesAnAnchorApartFromTheStoredRuns() {
        Report report = Reports.regression()
                .withFindings(List.of(comparedWith(Reference.anchor("v1.2"))))
                .comparedWith(new StoredRuns(
                        StoredFixture.runs(2).stream().map(StoredRun::of).toList(), List.of(), "v1.2"))
                .build();

        String svg = new SvgChart().render(report);

        assertThat(texts(svg)).contains("anchor v1.2", "lowest to highest of 2 stored runs");
        assertThat(svg).contains("anchor v1.2&#39;s ttft.p50 600 ms.");
    }

    private static Comparison comparedWith(Reference against) {
        Comparison row = Findings.comparison("ttft.p50", Verdict.REGRESSION, 600, 812, .35, .3, .4);
        return new Comparison(
                new Subject(row.measure(), against, row.subject().tolerance(), OptionalDouble.empty(), false),
                row.verdict(),
                row.values(),
                row.evidence());
    }

    @Test
    void leavesOutWhatThereIsNot() {
        String svg = new SvgChart().render(Reports.withoutBaseline().build());

        assertThat(texts(svg)).contains("limit").doesNotContain("stored runs");
    }

    @Test
    void describesItselfToThoseWhoCannotSeeIt() {
        String svg = new SvgChart().render(Reports.violated().build());

        assertThat(svg)
                .contains("role=\"img\" aria-labelledby=\"latency-title latency-desc\"")
                .contains("<title id=\"latency-title\">Latency by percentile</title>")
                .contains("ttft: p50 660.5 ms, p90 1.518 s, max 7.68 s")
                .contains("limit on ttft.p90 1.5 s; limit on tpot.mean 100 ms.");
    }

    @Test
    void followsTheViewersScheme() {
        assertThat(new SvgChart().render(Reports.passed().build()))
                .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 340\"")
                .contains("@media (prefers-color-scheme:dark)");
    }

    @Test
    void saysWhereThereIsNothingToShow() {
        assertThat(texts(new SvgChart().render(Reports.error().build())))
                .containsExactly("No request succeeded: no latency to show");
    }

    @Test
    void keepsEveryPointInsideThePicture() {
        String svg = new SvgChart().render(Reports.regression().build());
        List<Double> coordinates = Pattern.compile(" d=\"M([^\"]*)\"")
                .matcher(svg)
                .results()
                .flatMap(path ->
                        Pattern.compile("-?[0-9.]+").matcher(path.group(1)).results())
                .map(MatchResult::group)
                .map(Double::valueOf)
                .toList();

        assertThat(coordinates).isNotEmpty().allSatisfy(at -> assertThat(at).isBetween(0., 640.));
    }

    @Test
    void drawsWorseChangesOnTheShadedSide() {
        var regression =
                Findings.comparison("ttft.p50", io.github.llmperf.metric.Verdict.REGRESSION, 1, 1.2, .2, .1, .3);

        String svg = new IntervalGlyph(regression).draw().toString();

        double shadedFrom = Double.parseDouble(match(svg, "class=\"beyond\" x=\"([0-9.]+)\""));
        assertThat(Double.parseDouble(match(svg, "cx=\"([0-9.]+)\""))).isGreaterThan(shadedFrom);
        assertThat(svg).contains("<title>ttft.p50 changed by +20 %, 90 % interval +10 % to +30 %</title>");
    }

    @Test
    void shadesTheOtherSideWhereMoreIsBetter() {
        var rate = Findings.comparison("requestRate", io.github.llmperf.metric.Verdict.PASS, 1, 1.2, .2, .1, .3);

        String svg = new IntervalGlyph(rate).draw().toString();

        assertThat(match(svg, "class=\"beyond\" x=\"([0-9.]+)\"")).isEqualTo("0.0");
        assertThat(Double.parseDouble(match(svg, "cx=\"([0-9.]+)\"")))
                .isGreaterThan(Double.parseDouble(match(svg, "width=\"([0-9.]+)\" height=\"20.0\"/>")));
    }

    private static String match(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
    }

    private static List<String> texts(String svg) {
        return Pattern.compile("<text[^>]*>([^<]*)</text>")
                .matcher(svg)
                .results()
                .map(text -> text.group(1))
                .toList();
    }
}
