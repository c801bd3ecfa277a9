package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class FindingOrderTests {

    private static final Finding MET = Findings.met("ttft.p90 <= 3000ms", 1671);
    private static final Finding SAME = Findings.comparison("ttft.p50", Verdict.PASS, 100, 104, .04, .01, .07);
    private static final Finding BETTER = Findings.comparison("tpot.p50", Verdict.IMPROVED, 100, 80, -.2, -.25, -.15);
    private static final Finding MUCH_BETTER =
            Findings.comparison("itl.p50", Verdict.IMPROVED, 100, 50, -.5, -.55, -.45);
    private static final Finding.Comparison WORSE =
            Findings.comparison("ttft.p50", Verdict.REGRESSION, 100, 120, .2, .15, .25);
    private static final Finding.Comparison MUCH_WORSE =
            Findings.comparison("tpot.p50", Verdict.REGRESSION, 100, 150, .5, .45, .55);
    private static final Finding NOTE = Findings.note("something to know");

    @Test
    void startsWithWhatMakesTheVerdictWorst() {
        Finding broken = Findings.broken("e2e.p90 <= 1s", 2000);
        Finding fault = Findings.fault("refused");

        assertThat(judgement(NOTE, MET, WORSE, MUCH_WORSE, broken, fault).findings())
                .containsExactly(fault, broken, MUCH_WORSE, WORSE, MET, NOTE);
    }

    @Test
    void putsWhatWasAcceptedAndWhatImprovedBeforeWhatIsMerelyMet() {
        Finding accepted = WORSE.acceptedFor("larger model");

        assertThat(judgement(NOTE, MET, BETTER, accepted).findings()).containsExactly(accepted, BETTER, MET, NOTE);
    }

    @Test
    void keepsTheOrderOfThePlanAmongLimits() {
        Finding slightly = Findings.broken("ttft.p90 <= 1s", 1100);
        Finding widely = Findings.broken("e2e.p90 <= 1s", 5000);

        Judgement judgement = judgement(slightly, widely);

        assertThat(judgement.findings()).containsExactly(slightly, widely);
        assertThat(judgement.decidedBy()).hasValue(1);
    }

    @Test
    void namesTheLargestImprovementOfARunThatImproved() {
        assertThat(judgement(SAME, BETTER, MUCH_BETTER, MET).decidedBy()).hasValue(1);
    }

    @Test
    void namesTheComparisonWhereEverythingIsMet() {
        Judgement judgement = judgement(MET, SAME);

        assertThat(judgement.findings()).containsExactly(MET, SAME);
        assertThat(judgement.decidedBy()).hasValue(1);
    }

    @Test
    void namesNothingWithoutNumbers() {
        assertThat(judgement(NOTE, Findings.fault("refused")).decidedBy()).isEmpty();
    }

    private static Judgement judgement(Finding... findings) {
        return new Judgement(Verdict.PASS, List.of(findings), .05, OptionalDouble.empty());
    }
}
