package io.github.llmperf.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.verdict.Verdict;
import org.junit.jupiter.api.Test;

class FindingRowTests {

    private static Comparison comparison(String measure) {
        return new Comparison(
                Measure.parse(measure),
                Reference.STORED_RUNS,
                Verdict.PASS,
                90,
                89,
                -.01,
                -.02,
                0,
                .10,
                .4,
                400,
                1,
                5,
                .02,
                .12,
                6,
                measure);
    }

    @Test
    void countsInPointsWhatItsRuleCountsInPoints() {
        assertThat(FindingRow.inPoints(comparison("errorRate"))).isTrue();
        assertThat(FindingRow.inPoints(comparison("attainment"))).isFalse();
        assertThat(FindingRow.toleratedChange(Measure.parse("attainment"), .10)).isEqualTo(1 / 1.1 - 1);
    }
}
