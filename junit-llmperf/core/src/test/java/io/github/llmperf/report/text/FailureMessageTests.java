package io.github.llmperf.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Target;
import io.github.llmperf.report.html.HtmlRenderer;
import io.github.llmperf.report.json.JsonRenderer;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.wording.FindingText;
import io.github.llmperf.wording.SensitivityWarningText;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureMessageTests {

    private static final Path HTML = Path.of("target/llmperf/report.html");

    @Test
    void tellsARegression() {
        assertThat(FailureMessage.of(Reports.regression().build(), HTML))
                .isEqualTo(
                        """
                        REGRESSION: RagLatencyTest.staysResponsive[users=20]: ttft.p50 811 ms against 660.2 ms, +23 % \
                        (90 % interval +18 % to +28 %; n=397, 8 stored runs)

                           measure                required        measured        baseline          Δ     90 % interval    n
                        ✗  ttft.p50                ≤ +10 %          811 ms        660.2 ms      +23 %    +18 % to +28 %  397
                        ?  ttft.p90                ≤ +15 %        1,671 ms        1,518 ms      +10 %   +5.1 % to +15 %  397
                        ✓  ttft.p90             ≤ 3,000 ms        1,706 ms               –          –                 –  400
                           (1,671 ms without failures)
                        ✓  tpot.mean              ≤ 100 ms        31.14 ms               –          –                 –  397
                        ✓  errorRate                 ≤ 1 %          0.75 %               –          –                 –  400
                        ✓  errorRate           ≤ +1 points          0.75 %          0.75 %  ±0 points                 –  400
                           (baseline)
                        ✓  tpot.p50                ≤ +10 %        31.04 ms        31.05 ms       ±0 %    −4 % to +4.1 %  397
                        ✓  outputTokenRate        ≥ −9.1 %  454.8 tokens/s  476.8 tokens/s     −4.6 %  −8.4 % to −0.7 %  400

                        - load generator kept up: the client added 0.41 ms to ttft (p99 1.9 ms), 0.81 ms to gaps (p99), \
                        requests were 0 ms late (p99), allowed 40.55 ms; process CPU 6.2 %

                        report: target/llmperf/report.html
                        next:   if the change is meant, accept it: run again with -Dllmperf.baseline=record \
                        -Dllmperf.baseline.accept="RagLatencyTest.staysResponsive[users=20]=reason" and commit the baseline file""");
    }

    @Test
    void tellsABrokenLimit() {
        assertThat(FailureMessage.of(Reports.violated().build(), HTML))
                .isEqualTo(
                        """
                        SLA VIOLATED: RagLatencyTest.staysResponsive[users=20]: ttft.p90 1,551 ms > 1,500 ms (n=400, 3 \
                        of them failed and count as ∞; 1,518 ms without failures)

                           measure      required  measured    n
                        ✗  ttft.p90   ≤ 1,500 ms  1,551 ms  400
                           (1,518 ms without failures)
                        ✓  tpot.mean    ≤ 100 ms  31.16 ms  397
                        ✓  errorRate       ≤ 1 %    0.75 %  400

                        - load generator kept up: the client added 0.41 ms to ttft (p99 1.9 ms), 0.81 ms to gaps (p99), \
                        requests were 0 ms late (p99), allowed 75.88 ms; process CPU 6.2 %

                        report: target/llmperf/report.html
                        next:   see in the report when in the run it was slow, and what the server did then; if this is \
                        what the server is meant to do, the limits stand in @Sla""");
    }

    @Test
    void tellsWhatWouldDecideAnUndecidedRun() {
        assertThat(FailureMessage.of(Reports.undecided().build(), HTML))
                .isEqualTo(
                        """
                        UNDECIDED: RagLatencyTest.staysResponsive[users=20]: ttft.p90 1,671 ms against 1,518 ms, +10 % \
                        (90 % interval −4.1 % to +26 %; n=397, 5 stored runs) leaves a worsening of 15 % possible; 3 \
                        more stored runs would decide

                           measure                  required  measured  baseline          Δ    90 % interval    n
                        ?  ttft.p90                  ≤ +15 %  1,671 ms  1,518 ms      +10 %  −4.1 % to +26 %  397
                        ✓  ttft.p90               ≤ 3,000 ms  1,706 ms         –          –                –  400
                           (1,671 ms without failures)
                        ✓  errorRate                   ≤ 1 %    0.75 %         –          –                –  400
                        ✓  errorRate (baseline)  ≤ +1 points    0.75 %    0.75 %  ±0 points                –  400

                        - load generator kept up: the client added 0.41 ms to ttft (p99 1.9 ms), 0.81 ms to gaps (p99), \
                        requests were 0 ms late (p99), allowed 83.56 ms; process CPU 6.2 %

                        report: target/llmperf/report.html
                        next:   8 stored runs would decide ttft.p90 within 15 %; there are 5 (a worsening of 33 % would \
                        be seen with 80 % power): record more with -Dllmperf.baseline=record""");
    }

    @Test
    void tellsHowToRecordTheFirstRun() {
        assertThat(FailureMessage.of(Reports.withoutBaseline().build(), HTML))
                .isEqualTo(
                        """
                        NO BASELINE: RagLatencyTest.staysResponsive[users=20]: %s

                           measure    required  measured    n
                        ✓  tpot.mean  ≤ 100 ms  31.16 ms  397
                        ✓  errorRate     ≤ 1 %%    0.75 %%  400

                        - load generator kept up: the client added 0.41 ms to ttft (p99 1.9 ms), 0.81 ms to gaps (p99), \
                        requests were 0 ms late (p99), allowed 375.5 ms; process CPU 6.2 %%

                        report: target/llmperf/report.html
                        next:   to store this run as the first to compare with, run again with -Dllmperf.baseline=record\
                         and commit the baseline file"""
                                .formatted(FindingText.of(Reports.NOTHING_STORED)));
    }

    @Test
    void tellsWhyARunCannotBeJudged() {
        assertThat(FailureMessage.of(Reports.invalid().build(), HTML))
                .isEqualTo(
                        """
                        INVALID: RagLatencyTest.staysResponsive[users=20]: load generator saturated: it used 96 % of 8 \
                        processors (allowed 90 %); give it more free processor time, or lower the load

                           measure    required  measured    n
                        ✓  tpot.mean  ≤ 100 ms  31.16 ms  397
                        ✓  errorRate     ≤ 1 %    0.75 %  400

                        report: target/llmperf/report.html
                        next:   nothing is said about the server: remove the cause named above and run again""");
    }

    @Test
    void tellsAnErrorWithoutATable() {
        assertThat(FailureMessage.of(Reports.error().build(), HTML))
                .isEqualTo(
                        """
                        ERROR: RagLatencyTest.staysResponsive[users=20]: nothing succeeded: all 20 requests failed with \
                        CONNECT: connection refused: start the server, or point llmperf.target.url / @LlmTarget(url) \
                        elsewhere

                           measure    required  measured   n
                        ✗  errorRate     ≤ 1 %     100 %  20

                        - load generator kept up: the client added 0.41 ms to ttft (p99 1.9 ms), 0.81 ms to gaps (p99), \
                        no latency is limited or guarded; requests at most 0 ms late, which is not judged below 100 \
                        requests; process CPU 6.2 %
                        - the first 20 requests all failed, which ended the run after 0.004 s

                        report: target/llmperf/report.html
                        next:   check that http://localhost:8000 answers a single request, then run again""");
    }

    @Test
    void warnsOfATestThatCannotSeeWhatItGuards() {
        Report report = Reports.regression()
                .withFindings(List.of(Findings.comparison(
                        Measure.parse("ttft.p50"),
                        Reference.STORED_RUNS,
                        Verdict.UNDECIDED,
                        100,
                        104,
                        .04,
                        -.2,
                        .3,
                        .10,
                        .4,
                        400,
                        1,
                        5,
                        .09,
                        .61,
                        20)))
                .build();
        String warning = SensitivityWarningText.of(report.judgement()).orElseThrow();
        assertThat(FailureMessage.of(report, HTML)).contains("\n\nwarning: " + warning);
        assertThat(new HtmlRenderer().render(report)).contains("Warning: " + warning);
        assertThat(new JsonRenderer().render(report)).contains("\"warning\" : \"" + warning);
    }

    @Test
    void addsTheStepThatFitsTheReport() {
        assertThat(NextStep.of(Reports.withoutBaseline().recording().build()))
                .startsWith("this run was stored: ")
                .isNotEqualTo(NextStep.of(Reports.withoutBaseline().build()));
        Target canary = Target.at("http://localhost:8001").withName("canary");
        assertThat(NextStep.of(Reports.passed()
                        .judged(Verdict.REGRESSION)
                        .withFindings(List.of())
                        .pairedWith(canary, 8)
                        .build()))
                .endsWith("canary");
    }

    @Test
    void keepsTheTableWithinOneHundredColumns() {
        for (ReportBuilder reports :
                List.of(Reports.regression(), Reports.regression().flawless(), Reports.violated())) {
            assertThat(FailureMessage.of(reports.build(), HTML).lines().skip(1))
                    .filteredOn(line -> !line.startsWith("next:") && !line.startsWith("- "))
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        }
    }

    @Test
    void showsHostileTextOnOneLineAndWithoutTheKey() {
        String hostile = "x\u202e\nPASS: all is well " + Reports.PLANTED_KEY;

        String message = FailureMessage.of(Reports.error().failed(hostile).build(), HTML);

        assertThat(message)
                .startsWith("ERROR: RagLatencyTest.staysResponsive[users=20]: x\\u202e\\nPASS: all is well ***\n")
                .doesNotContain(Reports.PLANTED_KEY);
    }

    @Test
    void fitsAPassedTestIntoOneLine() {
        assertThat(PassedNote.of(Reports.withoutBaseline().build(), HTML))
                .isEqualTo("NO BASELINE: RagLatencyTest.staysResponsive[users=20]: "
                        + FindingText.of(Reports.NOTHING_STORED)
                        + " – to store this run as the first to compare with, run again with"
                        + " -Dllmperf.baseline=record and commit the baseline file"
                        + " – report: target/llmperf/report.html");
        assertThat(PassedNote.of(Reports.passed().build(), HTML))
                .isEqualTo("PASS: RagLatencyTest.staysResponsive[users=20]: 3 limits met"
                        + " – report: target/llmperf/report.html");
        assertThat(PassedNote.of(
                        Reports.passed()
                                .withFindings(Reports.of(Verdict.IMPROVED)
                                        .build()
                                        .judgement()
                                        .findings())
                                .build(),
                        HTML))
                .isEqualTo(
                        "IMPROVED: RagLatencyTest.staysResponsive[users=20]: ttft.p50 416.3 ms against 660.2 ms, −37 %"
                                + " (90 % interval −39 % to −34 %; n=397, 8 stored runs) – to hold the gain, store this run: -Dllmperf.baseline=record – report: target/llmperf/report.html");
    }
}
