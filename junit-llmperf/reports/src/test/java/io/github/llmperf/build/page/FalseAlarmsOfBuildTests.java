package io.github.llmperf.build.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.json.FalseAlarms;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.json.KeyFigures;
import io.github.llmperf.report.json.TestStatus;
import io.github.llmperf.report.model.Reports;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FalseAlarmsOfBuildTests {

    private static JsonSummary row(double alpha) {
        return new JsonSummary(
                Path.of("result.json"),
                "Test.t",
                TestStatus.of(Verdict.PASS, ""),
                KeyFigures.of(0),
                new JsonSummary.Findings(List.of(), Optional.empty(), alpha, ""),
                "",
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void addsUpOverAllTestsThatWereCompared() {
        assertThat(FalseAlarmsOfBuild.of(Collections.nCopies(12, row(.01))))
                .hasValue("12 tests compared at alpha 1 %: chance alone calls a regression in at most 11 % of builds"
                        + " that change nothing");
    }

    @Test
    void leavesOutWhatWasComparedWithNothing() {
        assertThat(FalseAlarmsOfBuild.of(List.of(row(0), row(.05))))
                .hasValue("1 test compared at alpha 5 %: chance alone calls a regression in at most 5 % of builds that"
                        + " change nothing");
        assertThat(FalseAlarmsOfBuild.of(List.of(row(0)))).isEmpty();
        assertThat(FalseAlarmsOfBuild.of(List.of())).isEmpty();
    }

    @Test
    void namesTheRangeOfDifferentAlphas() {
        assertThat(FalseAlarmsOfBuild.of(
                        Stream.of(.05, .02).map(FalseAlarmsOfBuildTests::row).toList()))
                .hasValue("2 tests compared at alpha 2 % to 5 %: chance alone calls a regression in at most 6.9 % of"
                        + " builds that change nothing");
    }

    @Test
    void knowsTheAlphaOfATestByWhetherItWasCompared() {
        assertThat(FalseAlarms.ofTest(Reports.regression().build())).isEqualTo(.01);
        assertThat(FalseAlarms.ofTest(Reports.withoutBaseline().build())).isZero();
    }
}
