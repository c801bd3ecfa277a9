package io.github.llmperf.report.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.json.DecidingFindingTests;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.wording.ChangeText;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class FindingRowTests {

    private static Comparison comparison(String measure) {
        return Findings.comparison(
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
                6);
    }

    @Test
    void tellsWhatTablesShowBesideWhatALimitIsJudgedBy() {
        Finding.Sla dropped = Findings.sla(
                Limit.parse("ttft.p90 <= 1s"),
                OptionalDouble.of(Double.POSITIVE_INFINITY),
                OptionalDouble.of(34.527),
                20,
                false,
                Finding.Status.BROKEN);
        ReportBuilder reports = Reports.violated().withFindings(List.of(dropped));

        assertThat(FindingRow.rows(reports.build().judgement()))
                .extracting(row -> row.cells().measured(), row -> row.cells().withoutFailures())
                .containsExactly(tuple("∞ ms", "34.53 ms without failures"));
        assertThat(DecidingFindingTests.of(reports)
                        .map(deciding -> deciding.cells().measuredInOne()))
                .contains("∞ ms (34.53 ms without failures)");
    }

    @Test
    void countsInPointsWhatItsRuleCountsInPoints() {
        assertThat(FindingRow.inPoints(comparison("errorRate"))).isTrue();
        assertThat(FindingRow.inPoints(comparison("attainment"))).isFalse();
        assertThat(ChangeText.tolerated(Measure.parse("attainment"), .10)).isEqualTo(1 / 1.1 - 1);
    }
}
