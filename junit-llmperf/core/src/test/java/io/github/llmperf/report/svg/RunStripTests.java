package io.github.llmperf.report.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.html.StripHtml;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.model.StoredFixture;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where runs stand in a strip: values, mean and tolerance are known, so their places are too. */
class RunStripTests {

    private static final Comparison TTFT = Findings.comparison("ttft.p50", Verdict.REGRESSION, 100, 125, .25, .2, .3);

    private static Report report(List<Comparison> comparisons, List<BaselineRun> runs) {
        return Reports.regression().withFindings(comparisons).comparedWith(runs).build();
    }

    private static List<BaselineRun> runs(double... ttft) {
        List<BaselineRun> runs = new ArrayList<>();
        for (double value : ttft) {
            MeasurementFixture measurement = new MeasurementFixture().with(Metric.TTFT, value, value, value);
            runs.add(StoredFixture.run(runs.size(), measurement, Verdict.PASS));
        }
        return runs;
    }

    private static StripRow row(Comparison comparison, double... ttft) {
        return StripRow.of(report(List.of(comparison), runs(ttft))).get(0);
    }

    private static String draw(StripRow row) {
        return new RunStrip(row, 640, 92).draw("strip").toString();
    }

    private static List<Double> numbers(String svg, String pattern) {
        return Pattern.compile(pattern)
                .matcher(svg)
                .results()
                .map(found -> Double.valueOf(found.group(1)))
                .toList();
    }

    @Test
    void standsEachRunWhereItsFactorPutsIt() {
        String svg = draw(row(TTFT, 100 / 1.1, 100, 110));

        List<Double> heights = numbers(svg, "<circle[^>]*cy=\"([0-9.]+)\"");
        double mean = numbers(svg, "d=\"M64 ([0-9.]+)H640\"").get(0);
        assertThat(heights).hasSize(4);
        assertThat(heights.get(1)).as("a run of the mean").isEqualTo(mean);
        assertThat(heights.get(0) - mean)
                .as("a tenth less lies as far below as a tenth more above")
                .isCloseTo(mean - heights.get(2), within(.2));
        double tenth = mean - heights.get(2);
        assertThat(mean - heights.get(3))
                .as("this run, 25 % above")
                .isCloseTo(tenth * Math.log(1.25) / Math.log(1.1), within(.3));
        assertThat(numbers(svg, "class=\"beyond\"[^>]*height=\"([0-9.]+)\""))
                .as("shaded from the tolerance of 10 % upwards")
                .first()
                .satisfies(height -> assertThat(height).isCloseTo(heights.get(2), within(.2)));
    }

    @Test
    void keepsTheOrderOfRunsWithThisOneLast() {
        String svg = draw(row(TTFT, 100, 101, 99, 102));

        assertThat(numbers(svg, "<circle[^>]*cx=\"([0-9.]+)\"")).isSorted().hasSize(5);
        assertThat(numbers(svg, "class=\"point\" cx=\"([0-9.]+)\"")).containsExactly(620.);
    }

    @Test
    void shadesBelowWhereMoreIsBetter() {
        Comparison rate = Findings.comparison("outputTokenRate", Verdict.REGRESSION, 900, 700, -.22, -.27, -.17);

        String svg = draw(row(rate, 100, 101));

        double mean = numbers(svg, "d=\"M64 ([0-9.]+)H640\"").get(0);
        assertThat(numbers(svg, "class=\"beyond\"[^>]* y=\"([0-9.]+)\"").get(0)).isGreaterThan(mean);
        assertThat(numbers(svg, "class=\"point\"[^>]*cy=\"([0-9.]+)\"").get(0)).isGreaterThan(mean);
        assertThat(svg).contains(">worse than −9.1 %</text>");
    }

    @Test
    void describesItselfToThoseWhoCannotSeeIt() {
        assertThat(draw(row(TTFT, 98, 102)))
                .contains("<title id=\"strip-title\">ttft.p50 of the stored runs and this one</title>")
                .contains("<desc id=\"strip-desc\">ttft.p50: 2 stored runs from 98 ms to 102 ms, mean 100 ms; this run"
                        + " 125 ms, +25 % (90 % interval +20 % to +30 %); tolerated ≤ +10 %; REGRESSION.</desc>");
    }

    @Test
    void tellsOfEachStoredRunWhoItIs() {
        assertThat(draw(row(TTFT, 98, 102)))
                .contains("<title>2026-02-01, commit c0ffee00d1: 98 ms, PASS</title>")
                .contains("<title>2026-02-02, commit c0ffee01d1: 102 ms, PASS</title>")
                .contains(">2026-02-01</text>", ">2026-02-02</text>", ">this run</text>");
    }

    @Test
    void drawsASingleStoredRunInTheMiddle() {
        String svg = draw(row(TTFT, 100));

        assertThat(numbers(svg, "<circle cx=\"([0-9.]+)\"")).containsExactly(316.);
        assertThat(svg).contains("ttft.p50: 1 stored run, 100 ms; this run 125 ms");
    }

    @Test
    void drawsManyRunsSmaller() {
        double[] thirty = IntStream.range(0, 30).mapToDouble(i -> 95 + i % 10).toArray();

        String svg = draw(row(TTFT, thirty));

        assertThat(numbers(svg, "<circle cx=\"[0-9.]+\" cy=\"[0-9.]+\" r=\"([0-9.]+)\""))
                .hasSize(30)
                .containsOnly(3.);
    }

    @Test
    void saysThatThisRunHasNoSamples() {
        Comparison missing = Findings.comparison(
                "ttft.p50", Verdict.REGRESSION, 100, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

        assertThat(draw(row(missing, 100, 101))).contains(">no samples</text>").doesNotContain("class=\"point\"");
    }

    @Test
    void hasAPlaceForRunsThatAreAllTheSame() {
        Comparison same = Findings.comparison("ttft.p50", Verdict.PASS, 100, 100, 0, 0, 0, 0);

        String svg = draw(row(same, 100, 100));

        assertThat(svg).doesNotContain("NaN", "Infinity");
        assertThat(numbers(svg, "<circle[^>]*cy=\"([0-9.]+)\"")).containsOnly(40.);
    }

    @Test
    void endsAtTheEdgeWhereAnIntervalIsEndless() {
        Comparison endless =
                Findings.comparison("ttft.p50", Verdict.UNDECIDED, 100, 105, .05, -1, Double.POSITIVE_INFINITY);

        assertThat(draw(row(endless, 98, 102))).doesNotContain("NaN", "Infinity", "∞ …");
    }

    @Test
    void marksTaggedRunsAsSquares() {
        BaselineRun tagged = StoredFixture.marked(runs(100).get(0), Verdict.PASS, null, "v1.2");

        String svg = draw(StripRow.of(report(List.of(TTFT), List.of(tagged))).get(0));

        assertThat(svg).contains("100 ms, PASS, tagged v1.2</title><rect ");
    }

    @Test
    void showsTheWorstFirstAndFoldsWhatIsMoreThanSix() {
        List<Comparison> comparisons = new ArrayList<>();
        for (String measure :
                List.of("ttft.p50", "ttft.p90", "ttft.p95", "ttft.p99", "tpot.p50", "tpot.p90", "e2e.p50")) {
            comparisons.add(Findings.comparison(measure, Verdict.PASS, 100, 101, .01, -.02, .04));
        }
        comparisons.add(Findings.comparison("e2e.p90", Verdict.REGRESSION, 100, 150, .5, .4, .6));

        String section =
                new StripHtml(report(comparisons, runs(100, 101))).section().toString();

        assertThat(section).contains("<h2>This run beside 2 stored runs</h2>", "<summary>2 further measures</summary>");
        assertThat(section.indexOf("<b>e2e.p90</b>")).isPositive().isLessThan(section.indexOf("<b>ttft.p50</b>"));
        assertThat(section)
                .contains("<span class=\"tag bad\">✗ +50 %</span><span class=\"interval\">+40 % to +60 %</span>");
    }

    @Test
    void isAbsentWithoutStoredRuns() {
        assertThat(new StripHtml(Reports.withoutBaseline().build()).section().toString())
                .isEmpty();
        assertThat(new StripHtml(report(List.of(TTFT), List.of())).section().toString())
                .isEmpty();
    }

    @Test
    void listsTheRunsInFiguresNewestFirst() {
        String section =
                new StripHtml(report(List.of(TTFT), runs(98, 102))).section().toString();

        assertThat(section.replaceAll("\\s*<[^>]+>\\s*", "|").replaceAll("\\|+", "|"))
                .contains(
                        "The stored runs in figures|started|commit|verdict|ttft.p50|ms|2026-02-02|c0ffee01d1|PASS|102|"
                                + "2026-02-01|c0ffee00d1|PASS|98|");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<script>alert(1)</script>", "\"><img src=x>", "\u202eevil"})
    void showsHostileTagsAndReasonsAsText(String hostile) {
        BaselineRun run = StoredFixture.marked(runs(100).get(0), Verdict.PASS, hostile, hostile);

        String section =
                new StripHtml(report(List.of(TTFT), List.of(run))).section().toString();

        assertThat(section).doesNotContain("<script", "<img", "\u202e").contains("tagged " + escaped(hostile));
    }

    private static String escaped(String text) {
        return new Markup().text(text).toString();
    }
}
