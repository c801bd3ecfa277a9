package io.github.llmperf.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Target;
import io.github.llmperf.report.json.JsonRenderer;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.text.FailureMessage;
import io.github.llmperf.report.text.ReferenceName;
import io.github.llmperf.secret.Secret;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Reference;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What reports tell of a run that was compared with a second target. */
class PairedReportTests {

    private static final Target CANARY = Target.at("http://localhost:8001")
            .withModel("qwen2.5-7b")
            .withName("canary")
            .withLabel("gpu", "H100")
            .withKey(Secret.of("sk-second-9c1e"));

    private static Finding.Comparison comparison(Verdict verdict, int pairs, int needed) {
        return Findings.comparison(
                Measure.parse("tpot.p50"),
                Reference.target("canary"),
                verdict,
                20.1,
                41.2,
                1.05,
                .99,
                1.11,
                .1,
                .0001,
                800,
                1,
                pairs,
                .03,
                .12,
                needed);
    }

    private static ReportBuilder compared(Verdict verdict, int needed) {
        Finding.Comparison finding = comparison(verdict, 8, needed);
        Finding.Comparison errors = Findings.comparison(
                Measure.parse("errorRate"),
                Reference.target("canary"),
                Verdict.PASS,
                0,
                .75,
                0,
                0,
                0,
                .01,
                .5,
                800,
                1,
                8,
                0,
                0,
                2);
        return Reports.passed()
                .judged(verdict)
                .withFindings(List.of(finding, errors))
                .pairedWith(CANARY, 8);
    }

    private static JsonNode json(Report report) throws JsonProcessingException {
        return new ObjectMapper().readTree(new JsonRenderer().render(report));
    }

    @Test
    void tellsTheSecondTargetAsJson() throws JsonProcessingException {
        JsonNode compare = json(compared(Verdict.REGRESSION, 3).build()).path("compare");
        assertThat(compare.path("with").asText()).isEqualTo("canary");
        assertThat(compare.path("target").path("url").asText()).isEqualTo("http://localhost:8001");
        assertThat(compare.path("target").path("labels").path("gpu").asText()).isEqualTo("H100");
        assertThat(compare.path("target").path("key").asText()).isEqualTo(Secret.MASK);
        assertThat(compare.path("pairsPlanned").asInt()).isEqualTo(8);
        assertThat(compare.path("pairs")).hasSize(8);
        assertThat(compare.path("pairs").get(0).path("first").asText()).isEqualTo("own");
        assertThat(compare.path("pairs").get(1).path("first").asText()).isEqualTo("with");
        assertThat(compare.path("pairs").get(1).path("own").path("ttft.p50").asDouble())
                .isPositive();
        assertThat(compare.path("requests").path("attempted").asInt()).isEqualTo(8 * 400);
        assertThat(compare.path("metrics").path("ttft").path("p90").asDouble()).isPositive();
    }

    @Test
    void saysThatThereIsNoSecondTarget() throws JsonProcessingException {
        assertThat(json(Reports.passed().build()).path("compare").isNull()).isTrue();
    }

    @Test
    void showsBothTargetsSideBySide() {
        String page = new HtmlRenderer().render(compared(Verdict.REGRESSION, 3).build());
        assertThat(page)
                .contains("Both targets side by side", "<th scope=\"col\">canary</th>", "canary, 8 pairs")
                .contains("the line is canary, the shaded side")
                .contains("Δ is this run over the second target&#39;s loads, pair by pair.")
                .contains("Both targets were measured in turns in one run")
                .contains("canary&#39;s tpot.p50 20.1 ms.")
                .doesNotContain("stored runs", "sk-second-9c1e");
        assertThat(page.split("<circle class=\"point\"", -1)).hasSize(1 + 1 + 8);
    }

    @Test
    void showsWhatIsComparedAsItIsComparedAndTheRestOfAllRequests() {
        String page = new HtmlRenderer().render(compared(Verdict.REGRESSION, 3).build());
        String table = page.substring(page.indexOf("Both targets side by side"));
        assertThat(table)
                .contains(
                        "tpot.p50 <span class=\"unit\">mean of 8 pairs</span></th><td data-label=\"this target\">41.2 ms</td>"
                                + "<td data-label=\"canary\">20.1 ms</td><td data-label=\"Δ\">+105 %</td>")
                .contains("<th scope=\"row\">tpot.p90</th>")
                .contains("Rows without “mean of” are of the requests of all loads together");
        assertThat(page.split("Compared is the mean of the 8 pairs; limits, tables and pictures", -1))
                .as("below the findings and above the measurements")
                .hasSize(1 + 2);
    }

    @Test
    void drawsTheLoadsOfTheSecondTargetAsABand() {
        String page = new HtmlRenderer().render(compared(Verdict.REGRESSION, 3).build());
        assertThat(page)
                .contains(
                        "Band: each percentile&#39;s lowest to highest of canary&#39;s 8 loads; thin line: their median.")
                .contains("tpot, lowest to highest of canary&#39;s 8 loads: p50 ")
                .doesNotContain("This run beside");
    }

    @Test
    void namesTheSecondTargetInTheFailureMessage() {
        String message = FailureMessage.of(compared(Verdict.REGRESSION, 3).build(), Path.of("target/report.html"));
        assertThat(message.lines().toList())
                .containsExactly(
                        "REGRESSION: RagLatencyTest.staysResponsive[users=20]: tpot.p50 41.2 ms against 20.1 ms of canary,"
                                + " +105 % (90 % interval +99 % to +111 %; n=800, mean of 8 pairs)",
                        "",
                        "   measure                  required  measured   canary             Δ    90 % interval    n",
                        "✗  tpot.p50                  ≤ +10 %   41.2 ms  20.1 ms        +105 %  +99 % to +111 %  800",
                        "✓  errorRate (compared)  ≤ +1 points    0.75 %      0 %  +0.75 points                –  800",
                        "",
                        "report: target/report.html",
                        "next:   the report has both targets side by side; if the change is meant, raise the tolerance in"
                                + " @Baseline, or compare with another target than canary");
    }

    @Test
    void shortensALongNameInHeadings() {
        Report report = Reports.passed()
                .pairedWith(Target.at("http://inference-canary.internal:8001/v1/"), 8)
                .build();
        assertThat(ReferenceName.heading(report)).isEqualTo("second");
        assertThat(ReferenceName.heading(Reports.passed().build())).isEqualTo("baseline");
    }
}
