package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Evidence;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.Reference;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SensitivityWarningTextTests {

    private static Comparison comparison(String measure, Reference against, double detectable, int needed) {
        return Findings.comparison(
                Measure.parse(measure),
                against,
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
                detectable,
                needed);
    }

    private static Judgement judgement(Comparison... comparisons) {
        return new Judgement(Verdict.UNDECIDED, List.<Finding>of(comparisons), .01, OptionalDouble.empty());
    }

    @Test
    void isSilentUpToThreeTolerances() {
        assertThat(SensitivityWarningText.of(judgement(comparison("ttft.p50", Reference.STORED_RUNS, .30, 12))))
                .isEmpty();
    }

    @Test
    void namesTheBlindestMeasureAndWhatWouldDo() {
        assertThat(SensitivityWarningText.of(judgement(
                        comparison("ttft.p50", Reference.STORED_RUNS, .31, 12),
                        comparison("tpot.p50", Reference.STORED_RUNS, .45, 15),
                        comparison("e2e.p50", Reference.STORED_RUNS, .12, 6))))
                .hasValue("this test cannot detect what it guards: it sees a worsening of tpot.p50 from 45 % on, and"
                        + " 10 % is tolerated, and likewise 1 other measure; 10 more stored runs would do");
    }

    @Test
    void sendsToTheEnvironmentWhenNoNumberOfRunsHelps() {
        assertThat(SensitivityWarningText.of(judgement(comparison("ttft.p50", Reference.anchor("v1.2"), .61, -1))))
                .hasValue("this test cannot detect what it guards: it sees a worsening of ttft.p50 (anchor v1.2) from"
                        + " 61 % on, and 10 % is tolerated; quieten the environment, measure longer, or widen the"
                        + " tolerance in @Baseline");
    }

    @Test
    void asksForRunsWhileTheirNoiseIsHardlyKnown() {
        Comparison young = comparison("ttft.p50", Reference.STORED_RUNS, .61, -1);
        assertThat(SensitivityWarningText.of(judgement(withRuns(young, 2))).orElseThrow())
                .endsWith("; record more runs, with so few their noise is hardly known");
        assertThat(SensitivityWarningText.of(judgement(withRuns(young, 3))).orElseThrow())
                .endsWith("; quieten the environment, measure longer, or widen the tolerance in @Baseline");
    }

    @Test
    void asksForWhatItIsComparedWith() {
        assertThat(SensitivityWarningText.of(judgement(comparison("ttft.p50", Reference.anchor("v1.2"), .61, 9)))
                        .orElseThrow())
                .endsWith("; 4 more runs of v1.2 would do");
        assertThat(SensitivityWarningText.of(judgement(comparison("ttft.p50", Reference.target("canary"), .61, 6)))
                        .orElseThrow())
                .endsWith("; 1 more pair would do");
        assertThat(SensitivityWarningText.of(
                                judgement(withRuns(comparison("ttft.p50", Reference.target("canary"), .61, -1), 2)))
                        .orElseThrow())
                .as("pairs are not recorded")
                .endsWith("; quieten the environment, measure longer, or widen the tolerance in @Baseline");
    }

    @Test
    void isSilentOnWhatHasDecided() {
        Comparison c = comparison("ttft.p50", Reference.STORED_RUNS, .61, 12);
        Comparison decided = new Comparison(c.subject(), Verdict.REGRESSION, c.values(), c.evidence());
        assertThat(SensitivityWarningText.of(judgement(decided))).isEmpty();
    }

    private static Comparison withRuns(Comparison c, int runs) {
        Evidence e = c.evidence();
        return new Comparison(
                c.subject(),
                c.verdict(),
                c.values(),
                new Evidence(
                        e.p(), e.n(), e.trials(), runs, e.runToRunSd(), e.detectable(), e.runsNeeded(), e.standing()));
    }
}
