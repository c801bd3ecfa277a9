package io.github.llmperf.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.verdict.Verdict;
import io.github.llmperf.wording.FindingText;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class FailureMessageTests {

    private static final Path HTML = Path.of("target/llmperf/report.html");

    @Test
    void tellsARegression() {
        assertThat(FailureMessage.of(Reports.regression().build(), HTML))
                .isEqualTo(
                        """
                        REGRESSION: RagLatencyTest.staysResponsive[users=20]: ttft.p50 812 ms against 658 ms, +23 % \
                        (90 % interval +15 % to +32 %; n=400, 5 stored runs)

                           measure            required        measured        baseline       Δ   90 % interval    n
                        ✗  ttft.p50            ≤ +10 %          812 ms          658 ms   +23 %  +15 % to +32 %  400
                        ?  ttft.p90            ≤ +15 %        1,671 ms        1,516 ms   +10 %   −1 % to +22 %  400
                        ✓  tpot.p50            ≤ +10 %         30.8 ms           31 ms  −0.7 %    −4 % to +3 %  400
                        ✓  outputTokenRate    ≥ −9.1 %  1,583 tokens/s  1,620 tokens/s  −2.3 %  −6 % to +1.5 %  400
                        ✓  ttft.p90         ≤ 3,000 ms        1,671 ms               –       –               –  400
                        ✓  tpot.mean          ≤ 100 ms        31.42 ms               –       –               –  400
                        ✓  errorRate             ≤ 1 %          0.75 %               –       –               –  400

                        - load generator kept up: the client added 0.41 ms to ttft (p99 1.9 ms), 0.81 ms to gaps (p99), \
                        requests were 0.31 ms late (p99), allowed 65.8 ms; process CPU 6.2 %

                        report: target/llmperf/report.html
                        next:   if the change is meant, accept it: run again with -Dllmperf.baseline=record \
                        -Dllmperf.baseline.accept="reason" and commit the baseline file""");
    }

    @Test
    void tellsABrokenLimit() {
        assertThat(FailureMessage.of(Reports.violated().build(), HTML))
                .isEqualTo(
                        """
                        SLA VIOLATED: RagLatencyTest.staysResponsive[users=20]: ttft.p90 1,671 ms > 1,500 ms (n=400)

                           measure      required  measured    n
                        ✗  ttft.p90   ≤ 1,500 ms  1,671 ms  400
                        ✓  tpot.mean    ≤ 100 ms  31.42 ms  400

                        report: target/llmperf/report.html
                        next:   see in the report when in the run it was slow, and what the server did then; if this \
                        is what the server is meant to do, the limits stand in @Sla""");
    }

    @Test
    void sendsToTheFailuresWhereOnlyTheirRateIsBroken() {
        List<Finding> failing = List.of(Reports.broken("errorRate <= 1%", 12));
        assertThat(FailureMessage.of(Reports.violated().withFindings(failing).build(), HTML))
                .endsWith(
                        "next:   see in the report why requests failed, in the server's own words; if this is what the"
                                + " server is meant to do, the limits stand in @Sla");
    }

    @Test
    void seeksNoSlownessWhereOnlyFailuresOrNoTimesBreakALimit() {
        Finding.Sla endless = Findings.sla(
                Limit.parse("e2e.p90 < 3s"),
                OptionalDouble.of(Double.POSITIVE_INFINITY),
                OptionalDouble.of(8),
                20,
                false,
                Finding.Status.BROKEN);
        assertThat(FailureMessage.of(
                        Reports.violated()
                                .withFindings(List.of(endless, Reports.broken("errorRate <= 1%", 12)))
                                .build(),
                        HTML))
                .contains("next:   see in the report why requests failed, in the server's own words;");
        assertThat(FailureMessage.of(
                        Reports.violated()
                                .withFindings(List.of(Reports.broken("outputTokens.mean >= 100", 25)))
                                .build(),
                        HTML))
                .contains("next:   see in the report what came out instead;");
    }

    @Test
    void tellsWhatWouldDecideAnUndecidedRun() {
        assertThat(FailureMessage.of(Reports.undecided().build(), HTML))
                .isEqualTo(
                        """
                        UNDECIDED: RagLatencyTest.staysResponsive[users=20]: ttft.p90 1,671 ms against 1,516 ms, +10 % \
                        (90 % interval −1 % to +22 %; n=400, 5 stored runs) leaves a worsening of 15 % possible; 4 more \
                        stored runs would decide

                           measure     required  measured  baseline      Δ  90 % interval    n
                        ?  ttft.p90     ≤ +15 %  1,671 ms  1,516 ms  +10 %  −1 % to +22 %  400
                        ✓  ttft.p90  ≤ 3,000 ms  1,671 ms         –      –              –  400

                        report: target/llmperf/report.html
                        next:   9 stored runs would decide ttft.p90 within 15 %; there are 5 (a worsening of 14 % would be \
                        seen with 80 % power): record more with -Dllmperf.baseline=record""");
    }

    @Test
    void tellsThatNoNumberOfRunsDecides() {
        Finding.Comparison hopeless = Findings.comparison(
                io.github.llmperf.metric.Measure.parse("ttft.p90"),
                Reference.STORED_RUNS,
                Verdict.UNDECIDED,
                1500,
                1700,
                .13,
                -.2,
                .5,
                .15,
                .2,
                400,
                1,
                5,
                .31,
                .9,
                -1);

        assertThat(FailureMessage.of(
                        Reports.undecided().withFindings(List.of(hopeless)).build(), HTML))
                .endsWith(
                        """
                        next:   15 stored runs, the most that are used, cannot decide ttft.p90 within 15 % while runs differ by 31 % (a worsening \
                        of 90 % would be seen with 80 % power): quieten the environment, measure longer, or widen the \
                        tolerance in @Baseline""");
    }

    @Test
    void tellsHowToRecordTheFirstRun() {
        assertThat(FailureMessage.of(Reports.withoutBaseline().build(), HTML))
                .isEqualTo(
                        """
                        NO BASELINE: RagLatencyTest.staysResponsive[users=20]: %s

                           measure    required  measured    n
                        ✓  tpot.mean  ≤ 100 ms  31.42 ms  400

                        report: target/llmperf/report.html
                        next:   to store this run as the first to compare with, run again with -Dllmperf.baseline=record and \
                        commit the baseline file"""
                                .formatted(FindingText.of(Reports.NOTHING_STORED)));
    }

    @Test
    void tellsThatTheFirstRunWasRecorded() {
        assertThat(FailureMessage.of(Reports.withoutBaseline().recording().build(), HTML))
                .endsWith("next:   this run was stored: commit the baseline file, and later runs are compared with it");
    }

    @Test
    void tellsWhyARunCannotBeJudged() {
        assertThat(FailureMessage.of(Reports.invalid().build(), HTML))
                .isEqualTo(
                        """
                        INVALID: RagLatencyTest.staysResponsive[users=20]: load generator saturated: a sleeping thread woke \
                        41 ms late (p99, allowed 5 ms); give it more free processor time, or lower the load

                           measure    required  measured    n
                        ✓  tpot.mean  ≤ 100 ms  31.42 ms  400

                        report: target/llmperf/report.html
                        next:   nothing is said about the server: remove the cause named above and run again""");
    }

    @Test
    void tellsAnErrorWithoutATable() {
        assertThat(FailureMessage.of(Reports.error().build(), HTML))
                .isEqualTo(
                        """
                        ERROR: RagLatencyTest.staysResponsive[users=20]: the first 20 requests all failed: 20 × CONNECT: \
                        connection refused

                        report: target/llmperf/report.html
                        next:   check that http://localhost:8000 answers a single request, then run again""");
    }

    @Test
    void keepsTheTableWithinOneHundredColumns() {
        assertThat(FailureMessage.of(Reports.regression().build(), HTML).lines().skip(1))
                .filteredOn(line -> !line.startsWith("next:") && !line.startsWith("- "))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
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
                .isEqualTo("PASS: RagLatencyTest.staysResponsive[users=20]: 2 limits met"
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
                        "IMPROVED: RagLatencyTest.staysResponsive[users=20]: ttft.p50 412 ms against 658 ms, −37 % (90 %"
                                + " interval −42 % to −33 %; n=400, 5 stored runs) – to hold the gain, store this run: -Dllmperf.baseline=record – report: target/llmperf/report.html");
    }
}
