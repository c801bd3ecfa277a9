package io.github.llmperf.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.text.FindingRow;
import io.github.llmperf.verdict.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

public class KeyFindingTests {

    @Test
    void isTheRegressionOfARegression() {
        assertThat(of(Reports.regression()))
                .contains(new KeyFinding(
                        "ttft.p50", false, false, "≤ +10 %", "812 ms", "658 ms", "+23 %", "+15 % to +32 %"));
    }

    @Test
    void readsAsTheTablesOfReportsDo() {
        List<FindingRow> rows = FindingRow.rows(Reports.regression().build().judgement());

        assertThat(of(Reports.regression()))
                .contains(rows.stream()
                        .filter(row -> row.measure().equals("ttft.p50"))
                        .map(row -> new KeyFinding(
                                row.measure(),
                                false,
                                false,
                                row.required(),
                                row.measured(),
                                row.baseline(),
                                row.change(),
                                row.interval()))
                        .findFirst()
                        .orElseThrow());
    }

    @Test
    void isWhatCannotBeDecidedWhereNothingIsBroken() {
        assertThat(of(Reports.undecided()).map(KeyFinding::measure)).contains("ttft.p90");
        assertThat(of(Reports.undecided()).map(KeyFinding::changeWithInterval)).contains("+10 % (−1 % to +22 %)");
    }

    @Test
    void isWhatWasAcceptedWhereNothingElseIsBrokenOrOpen() {
        assertThat(of(Reports.accepted()))
                .contains(new KeyFinding(
                        "ttft.p50", false, true, "≤ +10 %", "812 ms", "658 ms", "+23 %", "+15 % to +32 %"));
    }

    @Test
    void isTheBrokenLimitWithWhatIsStoredOfItsMeasure() {
        List<Finding> findings =
                new ArrayList<>(Reports.violated().build().judgement().findings());
        findings.addAll(Reports.regression().build().judgement().findings());

        assertThat(of(Reports.violated().withFindings(findings)))
                .contains(new KeyFinding(
                        "ttft.p90", true, false, "≤ 1,500 ms", "1,671 ms", "1,516 ms", "+10 %", "−1 % to +22 %"));
    }

    @Test
    void isTheLimitNearestToBreakingWhereNothingIsStored() {
        assertThat(of(Reports.passed()))
                .contains(new KeyFinding("ttft.p90", true, false, "≤ 3,000 ms", "1,671 ms", "", "", ""));
        assertThat(of(Reports.passed()).map(KeyFinding::changeWithInterval)).contains("–");
    }

    @Test
    void isNeverThatNothingFailed() {
        Finding flawless = Reports.met("errorRate <= 1%", 0);

        assertThat(of(Reports.passed().withFindings(List.of(flawless)))).isEmpty();
        assertThat(of(Reports.passed().withFindings(List.of(flawless, Reports.met("ttft.p90 <= 3000ms", 0))))
                        .map(KeyFinding::measure))
                .contains("ttft.p90");
        assertThat(of(Reports.passed().withFindings(List.of(Reports.met("errorRate <= 1%", .5))))
                        .map(KeyFinding::measured))
                .contains("0.5 %");
    }

    @Test
    void isNothingWhereNoFindingHasNumbers() {
        assertThat(of(Reports.error())).isEmpty();
        assertThat(of(Reports.passed().withFindings(List.of()))).isEmpty();
    }

    public static Optional<KeyFinding> of(Reports reports) {
        try {
            return KeyFinding.read(new ObjectMapper().readTree(new JsonRenderer().render(reports.build())));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
