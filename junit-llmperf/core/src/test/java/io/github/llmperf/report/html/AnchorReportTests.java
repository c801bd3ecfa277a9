package io.github.llmperf.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.json.JsonRenderer;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.text.FailureMessage;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Reference;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What has drifted from an anchor reads otherwise than what the last change made slower. */
class AnchorReportTests {

    private static Comparison comparison(Reference against, Verdict verdict) {
        return Findings.comparison(
                Measure.parse("ttft.p50"), against, verdict, 20, 26, .3, .25, .35, .10, .0004, 400, 2, 8, .031, .12, 6);
    }

    private static Report drifted() {
        return Reports.regression()
                .withFindings(List.of(
                        comparison(Reference.anchor("v1.2"), Verdict.REGRESSION),
                        comparison(Reference.STORED_RUNS, Verdict.PASS)))
                .build();
    }

    @Test
    void namesTheAnchorInEachTable() {
        assertThat(FailureMessage.of(drifted(), Path.of("report.html"))).contains("ttft.p50 (anchor v1.2)");
        assertThat(new HtmlRenderer().render(drifted()))
                .contains("<th scope=\"row\">ttft.p50 (anchor v1.2)</th>", "<th scope=\"row\">ttft.p50</th>");
        assertThat(new JsonRenderer().render(drifted()).replaceAll("\\s+", " "))
                .contains(
                        "\"against\" : { \"kind\" : \"ANCHOR\", \"name\" : \"v1.2\" }",
                        "\"trials\" : 2, \"p\" : 4.0E-4, \"runToRunSd\" : 0.031, \"detectable\" : 0.12,"
                                + " \"runsNeeded\" : 6");
    }

    @Test
    void showsWhatEachComparisonRestsOn() {
        String page = new HtmlRenderer().render(drifted());
        String section = page.substring(page.indexOf("What the comparison rests on"));
        assertThat(section.substring(0, section.indexOf("</section>")))
                .contains(
                        "<td data-label=\"Stored runs\">8</td>",
                        "<td data-label=\"Trials\">2</td>",
                        "<td data-label=\"Δ\">+30 %</td>",
                        "<td data-label=\"90 % interval\">+25 % to +35 %</td>",
                        "<td data-label=\"p\">&lt; 0.001</td>",
                        "<td data-label=\"Runs differ by (sd)\">3.1 %</td>",
                        "<td data-label=\"Detects (80 % power)\">12 %</td>",
                        "<td data-label=\"Runs needed\">6</td>");
    }
}
