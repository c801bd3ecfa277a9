package io.github.llmperf.build.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.build.page.IndexHtml.Pages;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.json.JsonRenderer;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.json.KeyFigures;
import io.github.llmperf.report.json.TestStatus;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexHtmlTests {

    @TempDir
    Path output;

    @Test
    void beginsWithTheVerdictOfTheBuild() throws IOException {
        String page = page(
                row(Reports.passed(), "a", "single"),
                row(Reports.regression(), "b", "single"),
                row(Reports.violated(), "c", "single"));

        assertThat(page)
                .containsSubsequence(
                        "<b>✗ FAILED</b>",
                        "<p>Of 3 load tests 2 failed (1 SLA VIOLATED, 1 REGRESSION) and 1 passed.</p>",
                        "Worst: <a href=\"com.acme.RagTest/c/single/report.html\">RagTest.c</a>: ttft.p90 1,551 ms",
                        "All load tests, worst first",
                        ">Rag<wbr/>Test.<wbr/>c</a>",
                        ">Rag<wbr/>Test.<wbr/>b</a>",
                        ">Rag<wbr/>Test.<wbr/>a</a>");
    }

    @Test
    void tellsTheFindingThatDecidesWithBaselineDifferenceAndInterval() throws IOException {
        assertThat(page(row(Reports.regression(), "b", "single")))
                .contains("<td class=\"why\">ttft.p50 811 ms, +23 % (+18 % to +28 %)<br/><span class=\"unit\">baseline"
                        + " 660.2 ms, tolerated ≤ +10 %</span></td>")
                .contains("<td data-label=\"ttft p90\">", "<td data-label=\"errors\">0.75 %</td>");
        assertThat(page(row(Reports.invalid(), "b", "single")))
                .contains("<td class=\"why\">load generator saturated: it used 96 % of 8 processors (allowed 90 %);");
    }

    @Test
    void tellsWhyItFailedBeforeWhatCouldNotBeJudged() throws IOException {
        assertThat(page(row(Reports.invalid(), "a", "single"), row(Reports.violated(), "b", "single")))
                .contains("Worst: <a href=\"com.acme.RagTest/b/single/report.html\">RagTest.b</a>: ttft.p90 1,551 ms")
                .contains(
                        "<td class=\"why\">ttft.p90 1,551 ms (1,518 ms without failures)<span class=\"unit\">, limit ≤ 1,500 ms</span></td>");
    }

    @Test
    void groupsTheCellsOfATestAndLeadsToThemSideBySide() throws IOException {
        JsonSummary slow = row(Reports.violated(), "b", "users=20,prompt=rag");
        JsonSummary fine = row(Reports.passed(), "b", "users=4,prompt=rag");
        JsonSummary other = row(Reports.regression(), "a", "single");
        Path matrix = output.resolve("com.acme.RagTest/b/matrix.html");

        assertThat(IndexHtml.render(
                        List.of(fine, other, slow),
                        List.of(),
                        new Pages(List.of(matrix), List.of(), Optional.empty()),
                        output))
                .containsSubsequence(
                        "<th scope=\"rowgroup\" colspan=\"7\">Rag<wbr/>Test.<wbr/>b <span class=\"unit\">2 cells: 1 SLA VIOLATED, 1"
                                + " PASS</span> <a href=\"com.acme.RagTest/b/matrix.html\">side by side</a></th>",
                        "<a href=\"com.acme.RagTest/b/users%3D20%2Cprompt%3Drag/report.html\">users=20,"
                                + " <wbr/>prompt=rag</a>",
                        ">users=4, <wbr/>prompt=rag</a>",
                        ">Rag<wbr/>Test.<wbr/>a</a>");
    }

    @Test
    void leadsToStudiesAndToTheHistory() throws IOException {
        Pages pages = new Pages(
                List.of(),
                List.of(output.resolve("com.acme.ChunkedPrefillStudy/study.html")),
                Optional.of(output.resolve("history.html")));

        assertThat(IndexHtml.render(List.of(row(Reports.passed(), "a", "single")), List.of(), pages, output))
                .contains("<div class=\"links\"><a href=\"history.html\">History of the stored runs</a><a"
                        + " href=\"com.acme.ChunkedPrefillStudy/study.html\">Study of ChunkedPrefillStudy</a></div>");
    }

    @Test
    void namesWhatCannotBeRead() throws IOException {
        String page = IndexHtml.render(
                List.of(row(Reports.passed(), "a", "single")),
                List.of("a/b/result.json: cut off; delete it or run its test again"),
                Pages.NONE,
                output);

        assertThat(page)
                .containsSubsequence(
                        "The only load test passed. 1 result cannot be read.",
                        "<h2>Not readable</h2><ul><li>a/b/result.json: cut off; delete it or run its test again</li>");
    }

    @Test
    void saysInWordsWhatABuildComesTo() {
        assertThat(verdict()).isEqualTo("NO RESULTS: No load test has left a result here.");
        assertThat(verdict(Verdict.PASS)).isEqualTo("PASSED: The only load test passed.");
        assertThat(verdict(Verdict.REGRESSION)).isEqualTo("FAILED: The only load test failed (1 REGRESSION).");
        assertThat(verdict(Verdict.PASS, Verdict.IMPROVED)).isEqualTo("PASSED: All 2 load tests passed.");
        assertThat(verdict(Verdict.NO_BASELINE, Verdict.NO_BASELINE))
                .isEqualTo("PASSED, WITH RESERVATIONS: All 2 load tests have no baseline.");
        assertThat(verdict(Verdict.INVALID, Verdict.UNDECIDED, Verdict.NO_BASELINE, Verdict.PASS))
                .isEqualTo(
                        "NOT ALL JUDGED: Of 4 load tests 1 could not be judged, 1 is undecided, 1 has no baseline and 1"
                                + " passed.");
        assertThat(verdict(Verdict.ERROR, Verdict.INVALID, Verdict.PASS, Verdict.PASS))
                .isEqualTo("FAILED: Of 4 load tests 1 failed (1 ERROR), 1 could not be judged and 2 passed.");
    }

    @Test
    void countsAsFailedWhatAStrictBuildFails() throws IOException {
        assertThat(page(row(Reports.undecided().strict(), "a", "single")))
                .contains("The only load test failed (1 UNDECIDED).");
    }

    @Test
    void explainsEveryVerdict() throws IOException {
        String page = page(row(Reports.passed(), "a", "single"));

        assertThat(page).contains("<details><summary>What the verdicts mean</summary>");
        for (Verdict verdict : Verdict.values()) {
            assertThat(page).contains(VerdictLegend.meaning(verdict).replace("'", "&#39;"));
        }
    }

    @Test
    void showsHostileTextAsText() throws IOException {
        String hostile = "<script>alert(1)</script>\u202e\"'><img src=x onerror=y>";
        String page = IndexHtml.render(
                List.of(row(Reports.violated().failed(hostile), "a\"><script>", "single")),
                List.of(hostile),
                Pages.NONE,
                output);

        assertThat(page)
                .doesNotContain("<script", "<img", "\u202e", "onerror=y>")
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;\\u202e")
                .contains("default-src &#39;none&#39;");
    }

    @Test
    void tellsWhatWasAcceptedBeforeWhatPassedByItself() throws IOException {
        JsonSummary passed = row(Reports.passed(), "a", "single");
        JsonSummary accepted = row(Reports.accepted(), "b", "single");

        assertThat(page(passed, accepted))
                .contains("accepted: ttft.p50 811 ms, +23 %")
                .containsSubsequence("com.acme.RagTest/b/", "com.acme.RagTest/a/");
        assertThat(MarkdownSummary.table(List.of(passed, accepted), List.of(), SummaryNotes.NONE))
                .contains("| ttft.p50 \\(accepted\\) | ≤ \\+10 % | 811 ms | 660.2 ms |");
    }

    @Test
    void staysSmallWithAThousandCells() throws IOException {
        JsonSummary one = row(Reports.regression(), "b", "users=20,prompt=rag,maxNewTokens=512");
        List<JsonSummary> rows = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            rows.add(one);
        }

        assertThat(IndexHtml.render(rows, List.of(), Pages.NONE, output).getBytes(StandardCharsets.UTF_8))
                .hasSizeLessThan(1_000_000);
    }

    @Test
    void claimsNoPassWhereAResultCannotBeRead() throws IOException {
        JsonSummary passed = row(Reports.passed(), "a", "single");
        JsonSummary broken = row(Reports.violated(), "b", "single");

        assertThat(IndexHtml.render(List.of(passed), List.of("x: cut off"), Pages.NONE, output))
                .contains("! NOT ALL READABLE", "The only load test passed. 1 result cannot be read.")
                .doesNotContain("✓ PASSED");
        assertThat(IndexHtml.render(List.of(), List.of("x: cut off"), Pages.NONE, output))
                .contains("! NOT ALL READABLE", "1 result cannot be read.");
        assertThat(IndexHtml.render(List.of(passed, broken), List.of("x: cut off"), Pages.NONE, output))
                .contains("✗ FAILED");
    }

    @Test
    void tellsTestsThatSkippedThemselvesFromThoseThatNeverBegan() throws IOException {
        List<JsonSummary> rows = List.of(row(Reports.passed(), "a", "single"));

        assertThat(BuildVerdict.of(rows, 0, 1).sentence())
                .isEqualTo("One load test passed. One more was skipped before its load.");
        assertThat(BuildVerdict.of(rows, 0, 3).sentence())
                .isEqualTo("One load test passed. 3 more were skipped before their loads.");
    }

    private String page(JsonSummary... rows) {
        return IndexHtml.render(List.of(rows), List.of(), Pages.NONE, output);
    }

    private static String verdict(Verdict... verdicts) {
        List<JsonSummary> rows = new ArrayList<>();
        for (Verdict verdict : verdicts) {
            rows.add(new JsonSummary(
                    Path.of("result.json"),
                    "T.t",
                    TestStatus.of(verdict, ""),
                    KeyFigures.of(1),
                    JsonSummary.Findings.NONE,
                    "",
                    Optional.empty(),
                    Optional.empty()));
        }
        BuildVerdict verdict = BuildVerdict.of(rows, 0);
        return verdict.words() + ": " + verdict.sentence();
    }

    private JsonSummary row(ReportBuilder reports, String method, String cell) throws IOException {
        Path file = output.resolve("com.acme.RagTest/" + method.replaceAll("\\W", "_") + "/" + cell + "/result.json");
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                new JsonRenderer()
                        .render(reports.of(new Scenario("com.acme.RagTest", method, Map.of(), cell))
                                .build()));
        return JsonSummary.read(file);
    }
}
