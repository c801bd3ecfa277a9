package io.github.llmperf.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.text.FindingCells;
import io.github.llmperf.report.text.FindingRow;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Subject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

public class DecidingFindingTests {

    @Test
    void isTheRegressionOfARegression() {
        assertThat(of(Reports.regression()))
                .contains(new DecidingFinding(
                        new FindingCells("ttft.p50", "≤ +10 %", "811 ms", "", "660.2 ms", "+23 %", "+18 % to +28 %"),
                        false,
                        false));
    }

    @Test
    void readsAsTheTablesOfReportsDo() {
        List<FindingRow> rows = FindingRow.rows(Reports.regression().build().judgement());

        assertThat(of(Reports.regression()))
                .contains(rows.stream()
                        .map(FindingRow::cells)
                        .filter(cells -> cells.measure().equals("ttft.p50"))
                        .map(cells -> new DecidingFinding(cells, false, false))
                        .findFirst()
                        .orElseThrow());
    }

    @Test
    void isWhatCannotBeDecidedWhereNothingIsBroken() {
        assertThat(of(Reports.undecided()).map(deciding -> deciding.cells().measure()))
                .contains("ttft.p90");
        assertThat(of(Reports.undecided()).map(deciding -> deciding.cells().changeWithInterval()))
                .contains("+10 % (−4.1 % to +26 %)");
    }

    @Test
    void isWhatWasAcceptedWhereNothingElseIsBrokenOrOpen() {
        assertThat(of(Reports.accepted()))
                .contains(new DecidingFinding(
                        new FindingCells("ttft.p50", "≤ +10 %", "811 ms", "", "660.2 ms", "+23 %", "+18 % to +28 %"),
                        false,
                        true));
    }

    @Test
    void isTheBrokenLimitWithWhatIsStoredOfItsMeasure() {
        List<Finding> findings =
                new ArrayList<>(Reports.violated().build().judgement().findings());
        findings.addAll(Reports.regression().build().judgement().findings());

        assertThat(of(Reports.violated().withFindings(findings)))
                .contains(new DecidingFinding(
                        new FindingCells(
                                "ttft.p90",
                                "≤ 1,500 ms",
                                "1,551 ms",
                                "1,518 ms without failures",
                                "1,518 ms",
                                "+10 %",
                                "+5.1 % to +15 %"),
                        true,
                        false));
    }

    @Test
    void saysThatARateIsOverTheWholeRun() {
        Finding.Comparison rate =
                Findings.comparison("outputTokenRate", Verdict.REGRESSION, 476.8, 403, -.155, -.18, -.13);
        Finding.Comparison whole = new Finding.Comparison(
                new Subject(rate.measure(), rate.against(), .1, OptionalDouble.empty(), true),
                Verdict.REGRESSION,
                rate.values(),
                rate.evidence());

        assertThat(of(Reports.regression().withFindings(List.of(rate)))
                        .map(deciding -> deciding.cells().measure()))
                .contains("outputTokenRate");
        assertThat(of(Reports.regression().withFindings(List.of(whole)))
                        .map(deciding -> deciding.cells().measure()))
                .contains("outputTokenRate (whole run)");
    }

    @Test
    void isTheLimitNearestToBreakingWhereNothingIsStored() {
        assertThat(of(Reports.passed()))
                .contains(new DecidingFinding(
                        new FindingCells("errorRate", "≤ 1 %", "0.75 %", "", "", "", ""), true, false));
        assertThat(of(Reports.passed()).map(deciding -> deciding.cells().changeWithInterval()))
                .contains("–");
    }

    @Test
    void isNeverThatNothingFailed() {
        Finding flawless = Findings.met("errorRate <= 1%", 0);

        assertThat(of(Reports.passed().withFindings(List.of(flawless)))).isEmpty();
        assertThat(of(Reports.passed().withFindings(List.of(flawless, Findings.met("ttft.p90 <= 3000ms", 0))))
                        .map(deciding -> deciding.cells().measure()))
                .contains("ttft.p90");
        assertThat(of(Reports.passed().withFindings(List.of(Findings.met("errorRate <= 1%", .5))))
                        .map(deciding -> deciding.cells().measured()))
                .contains("0.5 %");
    }

    @Test
    void isNothingWhereNoFindingHasNumbers() {
        assertThat(of(Reports.error().failed("refused"))).isEmpty();
        assertThat(of(Reports.passed().withFindings(List.of()))).isEmpty();
    }

    public static Optional<DecidingFinding> of(ReportBuilder reports) {
        try {
            return DecidingFinding.of(Result.parse(new JsonRenderer().render(reports.build())));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
