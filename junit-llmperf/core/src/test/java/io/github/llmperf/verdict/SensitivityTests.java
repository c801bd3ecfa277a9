package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding.Comparison;
import org.junit.jupiter.api.Test;

class SensitivityTests {

    private static Comparison comparison(String measure, Verdict verdict, double low, double high, double detectable) {
        return Findings.comparison(
                Measure.parse(measure),
                Reference.target("canary"),
                verdict,
                10.65,
                46.24,
                (low + high) / 2,
                low,
                high,
                .19,
                .02,
                60,
                1,
                2,
                .35,
                detectable,
                16);
    }

    @Test
    void countsARateByItsFactor() {
        assertThat(Sensitivity.isLikelyWorse(comparison("outputTokenRate", Verdict.UNDECIDED, -.5, -.17, 1)))
                .as("at best 1 / .83, which is 20 % worse")
                .isTrue();
        assertThat(Sensitivity.isLikelyWorse(comparison("outputTokenRate", Verdict.UNDECIDED, -.5, -.15, 1)))
                .isFalse();
        assertThat(Sensitivity.isLikelyWorse(comparison("outputTokenRate", Verdict.REGRESSION, -.5, -.3, 1)))
                .isFalse();
    }
}
