package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Pairing.Unit;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.Reference;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PairedNextStepTextTests {

    private static final String ELSE =
            "make each load longer, quieten the environment, or widen the tolerance in @Baseline";

    private static String of(Verdict verdict, Finding... findings) {
        return of(Unit.LOADS, verdict, findings);
    }

    private static String of(Unit unit, Verdict verdict, Finding... findings) {
        return NextStepText.of(new NextStepText.Facts(
                new Judgement(verdict, List.of(findings), .01, OptionalDouble.empty()),
                "RagTest.answers",
                "http://localhost:8000",
                Optional.of(new NextStepText.Second("canary", unit)),
                false,
                false,
                false,
                true));
    }

    private static String undecided(int pairs, int needed) {
        return of(
                Verdict.UNDECIDED,
                Findings.comparison(
                        Measure.parse("tpot.p50"),
                        Reference.target("canary"),
                        Verdict.UNDECIDED,
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
                        needed));
    }

    @Test
    void saysHowManyPairsWouldDecide() {
        assertThat(undecided(8, 14))
                .isEqualTo(
                        "raise pairs in @LlmCompare to 14 or more: there are 8 (a worsening of 12 % would be seen with"
                                + " 80 % power)");
        assertThat(undecided(8, -1))
                .isEqualTo(
                        "not even 100 pairs decide tpot.p50 within 10 % while pairs differ by 3 % (a worsening of 12 %"
                                + " would be seen with 80 % power): " + ELSE);
        assertThat(of(Verdict.UNDECIDED)).isEqualTo("more pairs decide it: raise pairs in @LlmCompare");
    }

    @Test
    void asksForNoMorePairsThanThereMayBe() {
        assertThat(undecided(100, 60))
                .isEqualTo("there are as many pairs as there may be, 100 (a worsening of 12 % would be seen with 80 %"
                        + " power): " + ELSE);
    }

    @Test
    void givesAWayOutOfEachVerdict() {
        assertThat(of(Verdict.PASS)).isEmpty();
        assertThat(of(Verdict.IMPROVED)).isEmpty();
        assertThat(of(Verdict.REGRESSION))
                .isEqualTo("the report has both targets side by side; if the change is meant, raise the tolerance in"
                        + " @Baseline, or compare with another target than canary");
        assertThat(of(Verdict.SLA_VIOLATED, Findings.broken("ttft.p90 <= 1500ms", 1551)))
                .isEqualTo(
                        "see in the report when in the run it was slow, and what the server did then; the limits stand"
                                + " in @Sla and hold for the test's own target");
        assertThat(of(Verdict.ERROR)).isEqualTo("check that both targets answer a single request, then run again");
        assertThat(of(Unit.STARTS, Verdict.ERROR))
                .isEqualTo(
                        "check that both targets start, each while the other does not run, and answer a single request,"
                                + " then run again");
        assertThat(of(Verdict.INVALID))
                .isEqualTo("nothing is said about either target: remove the cause named above and run again");
        assertThat(of(Verdict.NO_BASELINE)).isEqualTo("make the answers of both targets equally long, then run again");
    }
}
