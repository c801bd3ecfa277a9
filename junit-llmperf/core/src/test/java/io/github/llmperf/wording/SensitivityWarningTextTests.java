package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.Reference;
import java.util.List;
import java.util.Optional;
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
                .hasValue(
                        "this test cannot detect what it guards in tpot.p50: it sees a worsening from 45 % on, and 10 % is"
                                + " tolerated; likewise in ttft.p50; how much runs differ is partly assumed: 10 % while there are"
                                + " fewer than 8 stored runs; 10 more stored runs would do");
    }

    @Test
    void sendsToTheEnvironmentWhenNoNumberOfRunsHelps() {
        assertThat(SensitivityWarningText.of(
                        judgement(withRuns(comparison("ttft.p50", Reference.anchor("v1.2"), .61, -1), 8))))
                .hasValue(
                        "this test cannot detect what it guards in ttft.p50 (anchor v1.2): it sees a worsening from 61 %"
                                + " on, and 10 % is tolerated; quieten the environment, measure longer, or widen the tolerance in"
                                + " @Baseline");
    }

    @Test
    void asksForRunsWhileTheirNoiseIsAssumed() {
        Comparison young = comparison("ttft.p50", Reference.STORED_RUNS, .61, -1);
        assertThat(SensitivityWarningText.of(judgement(withRuns(young, 7))).orElseThrow())
                .endsWith(
                        "; how much runs differ is partly assumed: 10 % while there are fewer than 8 stored runs; record"
                                + " more runs");
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

    @Test
    void isSilentOnAMeasureThatWasSeenToBeWorseElsewhere() {
        Comparison c = comparison("ttft.p50", Reference.STORED_RUNS, .61, 12);
        Comparison worse = new Comparison(c.subject(), Verdict.REGRESSION, c.values(), c.evidence());
        Comparison accepted =
                new Comparison(c.subject(), Verdict.REGRESSION, Optional.of("meant"), c.values(), c.evidence());
        Comparison anchor = comparison("ttft.p50", Reference.anchor("v1.2"), .61, 12);
        Comparison other = comparison("tpot.p50", Reference.STORED_RUNS, .45, 15);

        assertThat(SensitivityWarningText.of(judgement(worse, anchor))).isEmpty();
        assertThat(SensitivityWarningText.of(judgement(accepted, anchor))).isEmpty();
        assertThat(SensitivityWarningText.of(judgement(worse, anchor, other)).orElseThrow())
                .startsWith("this test cannot detect what it guards in tpot.p50: ")
                .doesNotContain("ttft");
    }

    @Test
    void callsNothingAssumedThatIsKnown() {
        assertThat(SensitivityWarningText.of(
                        judgement(withRuns(comparison("ttft.p50", Reference.STORED_RUNS, .61, 12), 8))))
                .hasValue(
                        "this test cannot detect what it guards in ttft.p50: it sees a worsening from 61 % on, and 10 % is"
                                + " tolerated; 4 more stored runs would do");
    }

    private static Comparison withRuns(Comparison c, int runs) {
        return Findings.comparison(
                c.measure(),
                c.against(),
                c.found(),
                c.values().baseline(),
                c.values().candidate(),
                c.values().change(),
                c.values().changeLow(),
                c.values().changeHigh(),
                c.subject().tolerance(),
                c.evidence().p(),
                c.evidence().n(),
                c.evidence().trials(),
                runs,
                c.evidence().spread().sd(),
                c.evidence().detectable(),
                c.evidence().runsNeeded());
    }
}
