package io.github.llmperf.build.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.baseline.BaselineHistory;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.json.JsonRenderer;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.json.KeyFigures;
import io.github.llmperf.report.json.Result;
import io.github.llmperf.report.json.TestStatus;
import io.github.llmperf.report.matrix.CellResult;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.model.StoredFixture;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.svg.SvgParts;
import io.github.llmperf.report.text.Tone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryHtmlTests {

    private static final Path RESULT = Path.of("com.acme.RagLatencyTest/staysResponsive/users=20/result.json");

    private static HistoryCell cell(List<BaselineRun> stored, Optional<BaselineRun> now) {
        try {
            String json = new JsonRenderer().render(Reports.regression().build());
            JsonSummary summary = new JsonSummary(
                    RESULT,
                    "RagLatencyTest.staysResponsive[users=20]",
                    TestStatus.of(Verdict.REGRESSION, ""),
                    KeyFigures.of(0),
                    JsonSummary.Findings.NONE,
                    "",
                    Optional.empty(),
                    Optional.empty());
            CellResult result = new CellResult(RESULT, Result.parse(json));
            return HistoryCell.of(summary, result, "a/report.html", new BaselineHistory(stored, List.of()), now)
                    .orElseThrow();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String page(List<BaselineRun> stored, Optional<BaselineRun> now) {
        return HistoryHtml.render(List.of(cell(stored, now)), List.of());
    }

    private static List<BaselineRun> runs(int number) {
        return new ArrayList<>(IntStream.range(0, number)
                .mapToObj(day -> StoredFixture.at(day, 800 + day % 7))
                .toList());
    }

    private static String words(String page) {
        return page.replaceAll("(?s)<style>.*?</style>|<wbr/>", "")
                .replaceAll("<[^>]*>", " ")
                .replace("&#39;", "'")
                .replaceAll("\\s+", " ");
    }

    private static List<Double> numbers(String svg, String pattern) {
        return Pattern.compile(pattern)
                .matcher(svg)
                .results()
                .map(found -> Double.valueOf(found.group(1)))
                .toList();
    }

    @Test
    void drawsEachGuardedMeasureTheWorstFirst() {
        String page = page(runs(5), Optional.of(StoredFixture.at(5, 1000)));

        assertThat(Pattern.compile("<title id=\"trend[0-9]+-title\">([^<]*)</title>")
                        .matcher(page)
                        .results()
                        .map(found -> found.group(1)))
                .containsExactly(
                        "ttft.p50 of all stored runs",
                        "ttft.p90 of all stored runs",
                        "errorRate of all stored runs",
                        "tpot.p50 of all stored runs",
                        "outputTokenRate of all stored runs");
        assertThat(words(page))
                .contains(
                        "RagLatencyTest.staysResponsive[users=20] ✗ REGRESSION",
                        "5 stored runs in baselines/ci/com.acme.RagLatencyTest/staysResponsive/users=20.jsonl, since"
                                + " 2026-02-01.",
                        "ttft.p50, ms ✗ +23 % 700 800 900 1,000 2026-02-01 2026-02-06",
                        "2026-02-06 c0ffee05d1 PASS 999.9 1,080 0 20 900 this build 2026-02-05 c0ffee04d1");
        assertThat(page)
                .contains(
                        "<a href=\"a/report.html\">Rag<wbr/>Latency<wbr/>Test.<wbr/>stays<wbr/>Responsive<wbr/>[users="
                                + "20]</a>");
    }

    @Test
    void putsValuesWhereTheAxisSays() {
        HistoryCell.Trend trend =
                new HistoryCell.Trend(io.github.llmperf.metric.Measure.parse("ttft"), Tone.BAD, "+50 %");
        List<BaselineRun> runs = List.of(StoredFixture.at(0, 100), StoredFixture.at(1, 200));
        HistorySlots slots = HistorySlots.of(new BaselineHistory(runs, List.of()).epochs(Optional.empty()), 10);

        String svg = new HistoryChart(trend, slots, Optional.of("stored-1"))
                .draw("t")
                .toString();

        assertThat(Pattern.compile("text-anchor=\"end\"[^>]*>([0-9]+)</text>")
                        .matcher(svg)
                        .results()
                        .map(found -> found.group(1)))
                .containsExactly("100", "150", "200");
        List<Double> levels = numbers(svg, "d=\"M50 ([0-9.]+)H310\"");
        assertThat(levels).hasSize(3);
        String dots = Pattern.compile("class=\"dots\" d=\"([^\"]*)\"")
                .matcher(svg)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        assertThat(dots)
                .isEqualTo("M115 " + SvgParts.at(levels.get(0)) + "h0M245 " + SvgParts.at(levels.get(2)) + "h0");
        assertThat(numbers(svg, "class=\"point\" cx=\"[0-9.]+\" cy=\"([0-9.]+)\"")
                        .get(0))
                .isCloseTo(levels.get(2), within(.1));
    }

    @Test
    void dividesEpochsAndSaysWhy() {
        List<BaselineRun> runs = runs(6);
        runs.set(3, StoredFixture.marked(runs.get(3), Verdict.REGRESSION, "larger model", "v2"));
        runs.add(0, StoredFixture.on("V100", StoredFixture.at(9, 3000)));

        String page = page(runs.subList(1, 7), Optional.empty());
        assertThat(words(page)).contains("A 2026-02-04, commit c0ffee03d1, accepted: larger model");

        String both = page(runs, Optional.of(StoredFixture.at(10, 800)));
        assertThat(words(both))
                .contains(
                        "A 2026-02-01, commit c0ffee00d1, a series of its own beside those before: label gpu is A100,"
                                + " not V100",
                        "B 2026-02-04, commit c0ffee03d1, accepted: larger model");
        assertThat(both).contains("stroke-dasharray=\"5 4\"");
    }

    @Test
    void crossesOutRunsThatAreNotComparedWith() {
        List<BaselineRun> runs = runs(3);
        runs.set(1, StoredFixture.marked(runs.get(1), Verdict.REGRESSION, null, null));

        String page = page(runs, Optional.empty());

        assertThat(Pattern.compile("l6 6m0-6l-6 6").matcher(page).results())
                .as("one in each of five pictures")
                .hasSize(5);
        assertThat(words(page))
                .contains(
                        "The run of this build is not drawn: it is REGRESSION, or was not to be compared, and so has no"
                                + " numbers to be stored.");
    }

    @Test
    void staysSmallOfManyRuns() {
        String page = page(runs(500), Optional.of(StoredFixture.at(500, 1000)));

        assertThat(page.length()).isLessThan(100_000);
        assertThat(words(page))
                .contains(
                        "500 stored runs in",
                        "of older runs up to 8 share a dot, their median, in a band from the lowest to the highest.",
                        "441 older runs in the file.");
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 50, 60, 500})
    void staysSmallOfManyTests(int tests) {
        String page = ofMany(tests);

        assertThat(page.length()).isLessThan(500_000);
        assertThat(page.split("href=\"a/report.html\"", -1)).hasSize(tests + 1);
    }

    @Test
    void saysWhatOfManyTestsIsNotDrawn() {
        assertThat(words(ofMany(10))).doesNotContain("in figures only", "without pictures");
        assertThat(words(ofMany(50))).contains("in figures only.").doesNotContain("without pictures");
        assertThat(words(ofMany(500)))
                .contains(
                        "450 further tests without pictures",
                        "RagLatencyTest.staysResponsive[users=20] ✗ REGRESSION; 100 runs in");
    }

    private static String ofMany(int tests) {
        HistoryCell cell = cell(runs(100), Optional.empty());
        return HistoryHtml.render(Collections.nCopies(tests, cell), List.of());
    }

    @Test
    void isEmptyOfATestOfWhichNothingIsStored() throws IOException {
        CellResult result = new CellResult(
                RESULT, Result.parse(new JsonRenderer().render(Reports.passed().build())));
        JsonSummary summary = new JsonSummary(
                RESULT,
                "x",
                TestStatus.of(Verdict.PASS, ""),
                KeyFigures.of(0),
                JsonSummary.Findings.NONE,
                "",
                Optional.empty(),
                Optional.empty());

        assertThat(HistoryCell.of(
                        summary,
                        result,
                        "",
                        new BaselineHistory(List.of(), List.of()),
                        Optional.of(StoredFixture.at(0, 800))))
                .isEmpty();
    }

    @Test
    void neitherRunsNorLoadsAnything() {
        assertThat(page(runs(3), Optional.empty()))
                .contains("content=\"default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;\"")
                .doesNotContain("<script", "<img", "<link", "<iframe", "url(", "@import", " src=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "\u202eevil"})
    void showsHostileReasonsAndTagsAsText(String hostile) {
        List<BaselineRun> runs = runs(3);
        runs.set(1, StoredFixture.marked(runs.get(1), Verdict.PASS, hostile, hostile));

        assertThat(HistoryHtml.render(List.of(cell(runs, Optional.empty())), List.of(hostile)))
                .doesNotContain("<script", "<img", "\u202e")
                .contains("accepted: " + new Markup().text(hostile));
    }
}
