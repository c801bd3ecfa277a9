package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Rank;
import io.github.llmperf.verdict.Reference;
import org.junit.jupiter.api.Test;

class RankTextTests {

    private static String text(Verdict verdict, Rank rank, double p) {
        return RankText.of(
                rank,
                Findings.comparison(
                        Measure.parse("tpot.p50"),
                        Reference.STORED_RUNS,
                        verdict,
                        1,
                        1,
                        0,
                        0,
                        0,
                        .1,
                        p,
                        1,
                        rank.trials(),
                        rank.runs(),
                        .02,
                        .1,
                        5));
    }

    @Test
    void saysWhereTheOrderDisagrees() {
        assertThat(text(Verdict.REGRESSION, new Rank(10, 1, 9, 0), .001))
                .isEqualTo("worse than 9 of 10 stored runs, which speaks against a regression");
        assertThat(text(Verdict.IMPROVED, new Rank(10, 1, 1, 9), .999))
                .isEqualTo("worse than 1 of 10 stored runs, which speaks against an improvement");
        assertThat(text(Verdict.IMPROVED, new Rank(10, 1, 0, 10), .999)).isEqualTo("worse than none of 10 stored runs");
        assertThat(text(Verdict.UNDECIDED, new Rank(10, 2, 10, 0), .06))
                .isEqualTo(
                        "both trials worse than all 10 stored runs (1 in 66 by chance), which speaks for a worsening");
        assertThat(text(Verdict.UNDECIDED, new Rank(10, 2, 10, 0), .05))
                .isEqualTo("both trials worse than all 10 stored runs (1 in 66 by chance)");
        assertThat(text(Verdict.UNDECIDED, new Rank(15, 1, 15, 0), .06))
                .isEqualTo("worse than all 15 stored runs (1 in 16 by chance)");
        assertThat(text(Verdict.PASS, new Rank(15, 1, 14, 0), .06)).isEqualTo("worse than 14 of 15 stored runs");
    }

    @Test
    void speaksOfTrialsTogether() {
        assertThat(text(Verdict.PASS, new Rank(10, 2, 4, 0), .3))
                .isEqualTo("the better trial worse than 4 of 10 stored runs");
        assertThat(text(Verdict.PASS, new Rank(10, 3, 0, 0), .3))
                .isEqualTo("the best of 3 trials worse than none of 10 stored runs");
        assertThat(text(Verdict.REGRESSION, new Rank(15, 3, 15, 0), .001))
                .isEqualTo("all 3 trials worse than all 15 stored runs (1 in 816 by chance)");
        assertThat(text(Verdict.REGRESSION, new Rank(1, 3, 1, 0), .001))
                .isEqualTo("all 3 trials worse than the stored run (1 in 4 by chance)");
        assertThat(text(Verdict.PASS, new Rank(1, 2, 0, 1), .9))
                .isEqualTo("the better trial not worse than the stored run");
    }
}
