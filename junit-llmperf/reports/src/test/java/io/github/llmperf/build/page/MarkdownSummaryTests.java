package io.github.llmperf.build.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.json.JsonRenderer;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.json.KeyFigures;
import io.github.llmperf.report.json.TestStatus;
import io.github.llmperf.report.model.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkdownSummaryTests {

    private static final JsonSummary PASSED =
            row("RagLatencyTest.b", Verdict.PASS, "3 limits met", List.of("MET: ttft.p90 1,671 ms ≤ 3,000 ms"));
    private static final JsonSummary BROKEN = row(
            "RagLatencyTest.a[users=20]",
            Verdict.SLA_VIOLATED,
            "ttft.p90 3,210 ms > 3,000 ms",
            List.of("BROKEN: ttft.p90"));

    @Test
    void tellsTheWorstFirstAndFoldsDetails() {
        assertThat(MarkdownSummary.render(List.of(PASSED, BROKEN), List.of("a/result.json: cut off")))
                .isEqualTo(
                        """
                        ## Load tests: 1 SLA VIOLATED, 1 PASS, 1 not readable

                        | verdict | test | worst measure | required | measured | baseline | Δ (90 % interval) | errors |
                        |---|---|---|--:|--:|--:|--:|--:|
                        | ✗ **SLA VIOLATED** | RagLatencyTest.a\\[users=20\\] | ttft.p90 3,210 ms &gt; 3,000 ms | – | – | – | – | 0.75 % |
                        | ✓ **PASS** | RagLatencyTest.b | – | – | – | – | – | 0.75 % |

                        Not readable:

                        - a/result.json: cut off

                        <details><summary>✗ RagLatencyTest.a\\[users=20\\]</summary>

                        ttft.p90 3,210 ms &gt; 3,000 ms

                        of successful requests ttft p90 1,671 ms, tpot p50 29.94 ms; output 1,583 tokens/s, errors 0.75 % of 400 requests

                        - BROKEN: ttft.p90

                        Report: `out/cell/report.html`

                        </details>

                        <details><summary>✓ RagLatencyTest.b</summary>

                        3 limits met

                        of successful requests ttft p90 1,671 ms, tpot p50 29.94 ms; output 1,583 tokens/s, errors 0.75 % of 400 requests

                        - MET: ttft.p90 1,671 ms ≤ 3,000 ms

                        Report: `out/cell/report.html`

                        </details>
                        """);
    }

    @Test
    void leadsToTheReportsFromWhereItLies() {
        JsonSummary odd = new JsonSummary(
                Path.of("out/a b/(c)[d=é]/result.json"),
                "A.b",
                TestStatus.of(Verdict.PASS, "met"),
                KeyFigures.NONE,
                JsonSummary.Findings.NONE,
                "2026-03-02T10:15:30Z",
                Optional.empty(),
                Optional.empty());

        assertThat(MarkdownSummary.render(List.of(PASSED), List.of(), Path.of("out")))
                .contains("\nReport: [report.html](cell/report.html)\n");
        assertThat(MarkdownSummary.render(List.of(odd), List.of(), Path.of("./out")))
                .contains("\nReport: [report.html](a%20b/%28c%29%5Bd%3D%C3%A9%5D/report.html)\n");
    }

    @Test
    void warnsAndSaysHowOftenChanceIsRedBelowTheTable() {
        JsonSummary blind = new JsonSummary(
                Path.of("out/cell/result.json"),
                "A.blind",
                TestStatus.of(Verdict.PASS, "met"),
                KeyFigures.of(1),
                new JsonSummary.Findings(List.of(), Optional.empty(), .01, "this test cannot detect what it guards"),
                "2026-03-02T10:15:30Z",
                Optional.empty(),
                Optional.empty());

        assertThat(MarkdownSummary.table(List.of(blind), List.of(), SummaryNotes.NONE))
                .endsWith(
                        """
                        | ✓ **PASS** | A.blind | – | – | – | – | – | – |

                        1 test compared at alpha 1 %: chance alone calls a regression in at most 1 % of builds that \
                        change nothing.

                        Warnings:

                        - A.blind: this test cannot detect what it guards
                        """);
    }

    @Test
    void tellsHowMuchWorseAndHowSure(@TempDir Path output) throws IOException {
        Files.writeString(
                output.resolve("result.json"),
                new JsonRenderer().render(Reports.regression().build()));

        assertThat(MarkdownSummary.table(
                        List.of(JsonSummary.read(output.resolve("result.json"))), List.of(), SummaryNotes.NONE))
                .contains("| ✗ **REGRESSION** | RagLatencyTest.staysResponsive\\[" + output.getFileName()
                        + "\\] | ttft.p50 | ≤ \\+10 % | 811 ms | 660.2 ms | \\+23 % \\(\\+18 % to \\+28 %\\) |"
                        + " 0.75 % |");
    }

    @Test
    void saysWhenThereIsNothing() {
        assertThat(MarkdownSummary.render(List.of(), List.of())).isEqualTo("## Load tests: none\n\n");
    }

    @Test
    void showsHostileTextAsText() {
        assertThat(MarkdownSummary.escape("<script>|[x](javascript:y) `c` **b** @team https://e.vil\n# h \u202e"))
                .isEqualTo(
                        "&lt;script&gt;\\|\\[x\\]\\(javascript:y\\) \\`c\\` \\*\\*b\\*\\* &#64;team https&#58;//e.vil"
                                + "\\\\n\\# h \\\\u202e");
    }

    private static JsonSummary row(String test, Verdict verdict, String reason, List<String> findings) {
        return new JsonSummary(
                Path.of("out/cell/result.json"),
                test,
                TestStatus.of(verdict, reason),
                new KeyFigures(
                        OptionalDouble.of(1671),
                        OptionalDouble.of(29.94),
                        OptionalDouble.of(1583),
                        OptionalDouble.of(0.75),
                        400),
                new JsonSummary.Findings(findings, Optional.empty(), 0, ""),
                "2026-03-02T10:15:30Z",
                Optional.empty(),
                Optional.empty());
    }
}
