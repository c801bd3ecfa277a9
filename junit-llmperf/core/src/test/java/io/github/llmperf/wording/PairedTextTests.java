package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.verdict.ComparisonDetail;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Reference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairedTextTests {

    private static Comparison comparison(double detectable, int needed, int pairs) {
        return comparison(Verdict.UNDECIDED, detectable, needed, pairs);
    }

    private static Comparison comparison(Verdict verdict, double detectable, int needed, int pairs) {
        return Findings.comparison(
                Measure.parse("ttft.p50"),
                Reference.target("canary"),
                verdict,
                200,
                210,
                .05,
                -.05,
                .15,
                .10,
                .2,
                400,
                1,
                pairs,
                .09,
                detectable,
                needed);
    }

    private static String whole(Comparison c) {
        return ComparisonText.of(Findings.standing(c, new ComparisonDetail.InPairs(1)));
    }

    @Test
    void asksForNoMoreWhereARegressionWasSeen() {
        assertThat(whole(comparison(Verdict.REGRESSION, .31, 9, 8)))
                .endsWith("pair-to-pair sd 9 %; worse in 1 of 8 pairs");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    .25 |  9 | 8 | detects a worsening of 25 %; 9 pairs would make 10 % significant; worse in 1 of 8 pairs
                    .25 |  8 | 8 | detects a worsening of 25 %; worse in 1 of 8 pairs
                    .25 |  7 | 8 | detects a worsening of 25 %; worse in 1 of 8 pairs
                    .30 |  9 | 8 | detects a worsening of 30 %; 9 pairs would make 10 % significant; worse in 1 of 8 pairs
                    .31 |  9 | 8 | this comparison cannot detect 10 %: 9 pairs would make 10 % significant; worse in 1 of 8 pairs
                    .25 | -1 | 8 | detects a worsening of 25 %; at this noise not even 100 pairs detect 10 %, only longer loads, a steadier environment or a wider tolerance help; worse in 1 of 8 pairs
                    .31 | -1 | 8 | this comparison cannot detect 10 %: at this noise not even 100 pairs detect 10 %, only longer loads, a steadier environment or a wider tolerance help; worse in 1 of 8 pairs
                    """)
    void saysWhatWouldHelp(double detectable, int needed, int pairs, String end) {
        assertThat(whole(comparison(detectable, needed, pairs)))
                .contains("; pair-to-pair sd 9 %, detects a worsening of")
                .endsWith(end);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                     9 |   8 | 9 pairs would decide
                     8 |   8 | more pairs would decide
                     7 |   8 | more pairs would decide
                    -1 |   8 | only longer loads, a steadier environment or a wider tolerance would decide
                     8 | 100 | only longer loads, a steadier environment or a wider tolerance would decide
                     8 |  99 | more pairs would decide
                    """)
    void saysWhatWouldDecide(int needed, int pairs, String remedy) {
        assertThat(PairedText.remedy(comparison(.25, needed, pairs))).isEqualTo(remedy);
    }

    @Test
    void saysWhatADifferenceIsMadeOf() {
        assertThat(PairedText.compared(Pairing.Unit.LOADS))
                .isEqualTo(
                        "one start of each target was compared: unchanged servers differ by the luck of their starts,"
                                + " too, and that counts as a change");
        assertThat(PairedText.compared(Pairing.Unit.STARTS))
                .isEqualTo("both targets were started anew for each pair: what starts differ by is in how much pairs"
                        + " differ");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 'worse in none of 8 pairs'",
        "1, 'worse in 1 of 8 pairs'",
        "8, 'worse in all 8 pairs (1 in 256 by chance)'"
    })
    void countsPairs(int worse, String text) {
        assertThat(PairedText.sign(comparison(.25, 9, 8), worse)).isEqualTo(text);
    }
}
