package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Reference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A spread that is assumed is never called measured. */
class SpreadTextTests {

    private static Comparison comparison(String measure, Reference against, int runs) {
        return Findings.comparison(
                Measure.parse(measure),
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
                runs == 1 ? .10 : .09,
                .25,
                9);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    1 | 10 % (assumed while there are fewer than 8 stored runs)             | 10 %, assumed
                    2 | 9 % (mostly assumed: 10 % while there are fewer than 8 stored runs) | 9 %, mostly assumed
                    4 | 9 % (mostly assumed: 10 % while there are fewer than 8 stored runs) | 9 %, mostly assumed
                    5 | 9 % (partly assumed: 10 % while there are fewer than 8 stored runs) | 9 %, partly assumed
                    7 | 9 % (partly assumed: 10 % while there are fewer than 8 stored runs) | 9 %, partly assumed
                    8 | 9 %                                                                 | 9 %
                    """)
    void saysHowMuchIsAssumed(int runs, String whole, String brief) {
        Comparison c = comparison("ttft.p50", Reference.STORED_RUNS, runs);
        assertThat(SpreadText.of(c)).isEqualTo(whole);
        assertThat(SpreadText.brief(c)).isEqualTo(brief);
    }

    @Test
    void countsTheRunsOfAnAnchor() {
        assertThat(SpreadText.of(comparison("ttft.p50", Reference.anchor("v1.2"), 3)))
                .isEqualTo("9 % (mostly assumed: 10 % while there are fewer than 8 runs of v1.2)");
    }

    @Test
    void assumesNothingOfPairs() {
        assertThat(SpreadText.of(comparison("ttft.p50", Reference.target("canary"), 2)))
                .isEqualTo("9 %");
    }

    @Test
    void explainsATable() {
        Comparison few = comparison("ttft.p50", Reference.anchor("v1.2"), 3);
        Comparison many = comparison("ttft.p50", Reference.STORED_RUNS, 8);
        Comparison pairs = comparison("ttft.p50", Reference.target("canary"), 3);
        Comparison errors = comparison("errorRate", Reference.STORED_RUNS, 3);

        assertThat(SpreadText.key(List.of(many, few)))
                .isEqualTo(
                        "How runs differ is at least 2 %; 10 % is assumed in place of those that are missing to 8 stored"
                                + " runs.");
        assertThat(SpreadText.key(List.of(many, errors))).isEqualTo("How runs differ is at least 2 %.");
        assertThat(SpreadText.key(List.of(pairs))).isEmpty();
    }
}
