package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.ErrorRateComparison.Attempts;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.wording.FindingText;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorRateComparisonTests {

    @Test
    void countsFailuresInPoints() {
        Comparison finding = ErrorRateComparison.of(
                        Reference.STORED_RUNS, List.of(new Attempts(10, 200)), List.of(new Attempts(30, 200)))
                .compared()
                .finding(Verdict.UNDECIDED, .01);

        assertThat(FindingText.of(finding))
                .startsWith("errorRate 15 % against 5 %, +10 points (n=200, 1 stored run): ")
                .doesNotContain("run-to-run sd");
    }

    @Test
    void comparesErrorRatesLoadByLoad() {
        List<Attempts> own = List.of(new Attempts(20, 200), new Attempts(20, 200));
        List<Attempts> other = List.of(new Attempts(1, 200), new Attempts(1, 200));
        ErrorRateComparison errors = ErrorRateComparison.ofPairs(Reference.target("canary"), own, other);
        Comparison finding = errors.compared().finding(Verdict.UNDECIDED, .01);

        assertThat(errors.material()).isTrue();
        assertThat(FindingText.of(finding))
                .isEqualTo("errorRate 10 % against 0.5 % of canary, +9.5 points (n=400, 2 pairs): a worsening of 1"
                        + " percentage point cannot be excluded; worse in all 2 pairs (1 in 4 by chance)");
        // Twice the least variance of 200 requests, 1 / 802, in each of two pairs.
        assertThat(finding.evidence().spread().sd()).isEqualTo(Math.sqrt(2 / 802.));
        assertThat(ErrorRateComparison.ofPairs(Reference.target("canary"), other, other)
                        .material())
                .isFalse();
    }
}
