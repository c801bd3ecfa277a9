package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Reference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTextTests {

    private static Comparison comparison(Reference against, double detectable, int needed, int runs) {
        return Findings.comparison(
                Measure.parse("ttft.p50"),
                against,
                Verdict.UNDECIDED,
                200,
                210,
                .05,
                -.05,
                .15,
                .10,
                .2,
                400,
                1,
                runs,
                .09,
                detectable,
                needed);
    }

    private static String whole(Comparison c) {
        return ComparisonText.of(c);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    .25 |  9 | 5 | 9 stored runs would make 10 % significant; ranks somewhere
                    .25 |  6 | 5 | 6 stored runs would make 10 % significant; ranks somewhere
                    .25 |  5 | 5 | detects a worsening of 25 %; ranks somewhere
                    .25 |  4 | 5 | detects a worsening of 25 %; ranks somewhere
                    .30 |  9 | 5 | detects a worsening of 30 %; 9 stored runs would make 10 % significant; ranks somewhere
                    .31 |  9 | 5 | this comparison cannot detect 10 %: record more runs, 9 stored runs would make 10 % significant; ranks somewhere
                    .25 | -1 | 5 | detects a worsening of 25 %; at the noise of the 5 there are, 15 stored runs, the most that are used, do not detect 10 %, only more trials, a steadier environment or a wider tolerance helps; ranks somewhere
                    .31 | -1 | 5 | this comparison cannot detect 10 %: at the noise of the 5 there are, 15 stored runs, the most that are used, do not detect 10 %, only more trials, a steadier environment or a wider tolerance helps; ranks somewhere
                    .25 | -1 | 8 | detects a worsening of 25 %; at this noise 15 stored runs, the most that are used, do not detect 10 %, only more trials, a steadier environment or a wider tolerance helps; ranks somewhere
                    .25 | -1 | 3 | only more trials, a steadier environment or a wider tolerance helps; ranks somewhere
                    .25 | -1 | 2 | detects a worsening of 25 %; record more runs, their noise is hardly known yet; ranks somewhere; weak baseline: record 3 runs or more
                    """)
    void saysWhatWouldHelp(double detectable, int needed, int runs, String end) {
        assertThat(whole(comparison(Reference.STORED_RUNS, detectable, needed, runs)))
                .contains("; run-to-run sd 9 %")
                .endsWith(end.replace("ranks somewhere", "worse than none of " + runs + " stored runs"));
    }

    @Test
    void callsNoSpreadMeasuredThatIsAssumed() {
        assertThat(whole(comparison(Reference.STORED_RUNS, .25, 9, 5)))
                .contains(
                        "; run-to-run sd 9 % (partly assumed: 10 % while there are fewer than 8 stored runs), detects a"
                                + " worsening of 25 %; ");
    }

    /** What was seen needs no word on what could be. */
    @Test
    void doubtsNothingThatWasSeen() {
        Comparison open = comparison(Reference.STORED_RUNS, .61, 12, 8);
        Comparison seen = new Comparison(open.subject(), Verdict.REGRESSION, open.values(), open.evidence());

        assertThat(whole(open))
                .contains("run-to-run sd 9 %, detects a worsening of 61 %; this comparison cannot detect");
        assertThat(whole(seen))
                .endsWith(": worse by more than the 10 % allowed; run-to-run sd 9 %; worse than none of 8 stored runs,"
                        + " which speaks against a regression");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    9  | 5 | 4 more stored runs would decide
                    6  | 5 | 1 more stored run would decide
                    5  | 5 | more stored runs or trials would decide
                    4  | 5 | more stored runs or trials would decide
                    -1 | 3 | only more trials, a steadier environment or a wider tolerance would decide
                    -1 | 2 | more stored runs or trials would decide
                    """)
    void saysWhatWouldDecide(int needed, int runs, String remedy) {
        assertThat(ComparisonText.remedy(comparison(Reference.STORED_RUNS, .25, needed, runs)))
                .isEqualTo(remedy);
    }

    @Test
    void asksForPairsWhereThereAreTwoTargets() {
        assertThat(ComparisonText.remedy(comparison(Reference.target("canary"), .25, 9, 5)))
                .isEqualTo("9 pairs would decide");
    }
}
