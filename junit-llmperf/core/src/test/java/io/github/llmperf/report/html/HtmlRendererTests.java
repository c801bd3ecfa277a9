package io.github.llmperf.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.model.StoredFixture;
import io.github.llmperf.report.text.NextStep;
import io.github.llmperf.report.text.VisibleText;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.wording.CaveatText;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class HtmlRendererTests {

    @Test
    void tellsInTheOrderInWhichOneAsks() {
        Report regression = Reports.regression().build();
        assertThat(words(page(regression)))
                .containsSubsequence(
                        "RagLatencyTest.staysResponsive[users=20]",
                        "2026-03-02T10:15:30Z · http://localhost:8000 · commit 4f1d9c2",
                        "✗ REGRESSION",
                        "ttft.p50 811 ms against 660.2 ms, +23 %",
                        "Next: " + NextStep.of(regression).substring(0, 30),
                        "Findings",
                        "✗ REGRESSION ≤ +10 % 811 ms 660.2 ms +23 % +18 % to +28 %",
                        "✓ met ≤ 3,000 ms 1,706 ms (1,671 ms without failures)",
                        "Latency by percentile",
                        "The run over time",
                        "What the comparison rests on",
                        "Measurements",
                        "ttft ms",
                        "What the server says of itself",
                        "vllm:gpu_cache_usage_perc 0.83",
                        "Failures",
                        "OVERLOAD 3 503 no capacity left in the waiting queue; asks to wait 2 s",
                        "Lengths",
                        "Plan",
                        "Environment",
                        "Load generator",
                        "What these numbers do not say");
    }

    @Test
    void showsWhatWasAcceptedBeforeAllThatIsFine() {
        assertThat(words(page(Reports.accepted().build())))
                .containsSubsequence(
                        "Findings",
                        "ttft.p50",
                        "· accepted ≤ +10 % 811 ms 660.2 ms +23 % +18 % to +28 %",
                        "tpot.p50",
                        "✓ PASS",
                        "This run beside 8 stored runs",
                        "ttft.p50 811 ms · +23 % +18 % to +28 %",
                        "tolerated ≤ +10 %; accepted.",
                        "What the comparison rests on",
                        "ttft.p50 8 1 +23 %");
    }

    @Test
    void putsTheStoredRunsBetweenTheLatencyCurveAndTheRunOverTime() {
        assertThat(words(page(Reports.regression().build())))
                .containsSubsequence(
                        "Findings",
                        "Band: each percentile's lowest to highest of 8 stored runs; thin line: their median.",
                        "This run beside 8 stored runs",
                        "ttft.p50 811 ms ✗ +23 % +18 % to +28 %",
                        "ttft.p90 1,671 ms ? +10 % +5.1 % to +15 %",
                        "The run over time",
                        "1 fact differs from the newest stored run, of 2026-02-08 (commit c0ffee07d1): server.");
    }

    @Test
    void tellsOfConversationsAndTheirHistoryInTheCache() {
        assertThat(words(page(Reports.passed().turns(4).build())))
                .contains(
                        "conversations of 4 turns, with all that was said before",
                        "63538 of 169965 prompt tokens came from the server's cache, 63538 of them in turns that go on"
                                + " with a conversation, whose history is rightly there.");
        assertThat(words(page(Reports.passed().build()))).doesNotContain("conversation");
    }

    @Test
    void neitherRunsNorLoadsAnything() {
        String page = page(Reports.regression().build());

        assertThat(page)
                .contains("content=\"default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;\"")
                .doesNotContain("<script", "<img", "<link", "<iframe", "url(", "@import", " src=", " href=");
    }

    @Test
    void isLightAndDarkAndFitsPhonesAndPaper() {
        assertThat(page(Reports.passed().build()))
                .contains("color-scheme:light dark", "prefers-color-scheme:dark", "max-width:720px", "@media print")
                .contains("name=\"viewport\" content=\"width=device-width, initial-scale=1\"");
    }

    @Test
    void isWellFormedForEveryVerdict() {
        assertThat(List.of(
                        Reports.regression(),
                        Reports.passed(),
                        Reports.undecided(),
                        Reports.violated(),
                        Reports.withoutBaseline(),
                        Reports.invalid(),
                        Reports.error()))
                .allSatisfy(reports -> {
                    Document document = parse(page(reports.build()));
                    assertThat(document.getElementsByTagName("h1").getLength()).isEqualTo(1);
                });
    }

    @Test
    void givesEachPictureAName() {
        Document document = parse(page(Reports.regression().build()));
        int pictures = document.getElementsByTagName("svg").getLength();

        assertThat(pictures)
                .as("two sizes of each of four charts, of the stored runs of four measures, and four intervals")
                .isEqualTo(22);
        assertThat(Pattern.compile("<svg[^>]*>\\s*<title")
                        .matcher(page(Reports.regression().build()))
                        .results())
                .hasSize(pictures);
    }

    @Test
    void hasOneMainPartWithHeadingsInOrderAndTablesWithHeads() {
        String page = page(Reports.regression().build());
        Document document = parse(page);

        assertThat(document.getElementsByTagName("main").getLength()).isEqualTo(1);
        assertThat(Pattern.compile("<h([1-6])").matcher(page).results())
                .extracting(heading -> heading.group(1))
                .startsWith("1", "2")
                .containsOnlyOnce("1")
                .containsOnly("1", "2");
        assertThat(Pattern.compile("<section><(\\w+)").matcher(page).results())
                .as("each section begins with its heading")
                .extracting(first -> first.group(1))
                .containsOnly("h2");
        assertThat(Pattern.compile("<th(?! scope=|ead)[^>]*>").matcher(page).results())
                .isEmpty();
    }

    @Test
    void hasTheNumbersBehindEachPictureOfTheRun() {
        String page = page(Reports.regression().build());

        assertThat(Pattern.compile("<caption>([^<]*)</caption>").matcher(page).results())
                .extracting(caption -> caption.group(1))
                .containsExactly("Latency by percentile", "The run over time", "Prompt tokens", "Output tokens");
        assertThat(page).doesNotContain("<details open");
    }

    @Test
    void opensWhatIsFoldedOnPaperAndStaysWideAndLightThere() {
        String page = page(Reports.passed().build());

        assertThat(page)
                .contains(
                        "@media print{details::details-content{content-visibility:visible}",
                        "@media screen and (max-width:720px)",
                        "@media screen and (prefers-color-scheme:dark)",
                        "@page{size:A4")
                .doesNotContain("@media (max-width", "@media (prefers-color-scheme");
    }

    @Test
    void saysThatThereIsNothingToDraw() {
        assertThat(words(page(Reports.nothingMeasured().build())))
                .contains("No request succeeded, so there is no latency to show.", "No samples.");
        assertThat(words(page(Reports.error().build()))).contains("CONNECT 20 –");
    }

    @Test
    void labelsEachMeasurementForPhonesOnWhichTheTableIsStacked() {
        String page = page(Reports.passed().build());
        String measurements = page.substring(page.indexOf("<h2>Measurements"), page.indexOf("<h2>What the server"));

        assertThat(measurements).contains("<table class=\"stack\">").doesNotContain("<td>");
        assertThat(Pattern.compile("<td data-label=\"([^\"]+)\"")
                        .matcher(measurements)
                        .results())
                .extracting(cell -> cell.group(1))
                .startsWith("mean", "p50", "p90", "p95", "p99", "max", "n", "mean");
    }

    @Test
    void abbreviatesTheCommit() {
        assertThat(page(Reports.passed()
                        .commit("0123456789abcdef0123456789abcdef01234567")
                        .build()))
                .contains(" · commit 0123456789</p>");
        assertThat(page(Reports.passed().commit("4f1d9c2").build())).contains(" · commit 4f1d9c2</p>");
    }

    @Test
    void namesTheComparedErrorRateOtherThanItsLimit() {
        Report report = Reports.passed()
                .withFindings(List.of(
                        Findings.comparison("errorRate", Verdict.PASS, .5, .75, .5, Double.NaN, Double.NaN),
                        Findings.met("errorRate <= 1%", .75)))
                .build();

        String findings = page(report);
        findings = findings.substring(0, findings.indexOf("<h2>What the comparison rests on</h2>"));
        assertThat(findings)
                .containsOnlyOnce("<th scope=\"row\">errorRate (baseline)</th>")
                .containsOnlyOnce("<th scope=\"row\">errorRate</th>");
    }

    @Test
    void keepsOptionsInOnePiece() {
        Report report = Reports.withoutBaseline()
                .withFindings(List.of(Reports.NOTHING_STORED))
                .build();
        String page = page(report);

        assertThat(page)
                .contains("code{white-space:nowrap;")
                .contains("<code>-Dllmperf.baseline=record</code></p>")
                .contains("<code>-Dllmperf.baseline=record</code></li>");
        assertThat(page.replaceAll("<code>[^<]*</code>", "")).doesNotContain("-Dllmperf");
    }

    @Test
    void marksAWeakBaselineAndCountedTokens() {
        assertThat(words(page(
                        Reports.passed().comparedWith(StoredFixture.runs(1)).build())))
                .contains(CaveatText.weakBaseline(1));
        assertThat(words(page(Reports.passed().uncounted().build()))).contains("they were counted from events");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "\"><img src=x onerror=alert(1)>",
                "</style><script>x</script>",
                "&lt;b&gt; ]]> <!--",
                "\u202eevil\u0007"
            })
    void showsHostileTextAsText(String hostile) {
        Report report = Reports.regression()
                .of(new Scenario("com.acme." + hostile, hostile, Map.of("users", hostile), hostile))
                .withFindings(List.of(Findings.fault(hostile), Findings.note(hostile)))
                .failingWith(hostile)
                .build();

        String page = page(report);

        assertThat(page).doesNotContain("<script", "<img", "\u202e", "\u0007");
        assertThat(parse(page).getElementsByTagName("h1").item(0).getTextContent())
                .contains(VisibleText.text(hostile));
    }

    @Test
    void staysSmallWhateverTheServerSays() {
        String page = page(Reports.regression()
                .failed("x".repeat(1_000_000))
                .failingWith("y".repeat(1_000_000))
                .answering("z".repeat(1_000_000))
                .build());

        assertThat(page.length()).isLessThan(200_000);
        assertThat(page).contains("x… (1000000 characters)");
    }

    private static String page(Report report) {
        return new HtmlRenderer().render(report);
    }

    /** The page as a reader sees it: without markup and style, blanks run together. */
    private static String words(String page) {
        return page.replaceAll("(?s)<style>.*?</style>", "")
                .replaceAll("<[^>]*>", " ")
                .replace("&#39;", "'")
                .replace("&quot;", "\"")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replaceAll("\\s+", " ");
    }

    private static Document parse(String page) {
        try {
            String xml = page.substring(page.indexOf("<html")).replaceAll("(?s)<style>.*?</style>", "");
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(xml)));
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new AssertionError("page must be well-formed", e);
        }
    }
}
