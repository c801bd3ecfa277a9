package io.github.llmperf.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.llmperf.LoadResult;
import io.github.llmperf.LoadTestException;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** The verdict of a test is the worst of its loads. */
class OutcomeTests {

    @Test
    void passesWhenNoStageFails() {
        Outcome outcome = new Outcome(stages(Reports.passed(), Reports.undecided(), Reports.withoutBaseline()));
        assertThatCode(() -> {
                    outcome.beforeBody();
                    outcome.afterBody();
                })
                .doesNotThrowAnyException();
    }

    @Test
    void takesTheWorstVerdictOfAllStages() {
        assertThat(stages(Reports.passed(), Reports.undecided()).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(stages(Reports.violated(), Reports.regression()).verdict()).isEqualTo(Verdict.SLA_VIOLATED);
        assertThat(stages(Reports.regression(), Reports.invalid()).verdict()).isEqualTo(Verdict.INVALID);
        assertThat(stages(Reports.error(), Reports.invalid()).verdict()).isEqualTo(Verdict.ERROR);
    }

    @Test
    void failsAfterTheBodyAndTellsTheWorstStageFirst() {
        Outcome outcome = new Outcome(stages(Reports.regression(), Reports.passed(), Reports.violated()));
        assertThatCode(outcome::beforeBody).doesNotThrowAnyException();
        assertThatExceptionOfType(AssertionFailedError.class)
                .isThrownBy(outcome::afterBody)
                .satisfies(e -> assertThat(heads(e))
                        .containsExactly(
                                "SLA VIOLATED: RagLatencyTest.holds[stage=3]: ttft.p90 1,551 ms > 1,500 ms (n=400,"
                                        + " 3 of them failed and count as ∞; 1,518 ms without failures)",
                                "REGRESSION: RagLatencyTest.holds[stage=1]: ttft.p50 811 ms against 660.2 ms, +23 %"
                                        + " (90 % interval +18 % to +28 %; n=397, 8 stored runs)"));
    }

    @Test
    void tellsStagesOfOneVerdictInTheirOrder() {
        Throwable failure = catchThrowable(
                () -> new Outcome(stages(Reports.violated(), Reports.passed(), Reports.violated())).afterBody());
        assertThat(heads(failure))
                .extracting(head -> head.substring(head.indexOf('['), head.indexOf(']') + 1))
                .containsExactly("[stage=1]", "[stage=3]");
    }

    @Test
    void abortsBeforeTheBodyWhenOneStageIsInvalidAndTellsWhatElseFailed() {
        Outcome outcome = new Outcome(stages(Reports.violated(), Reports.invalid()));
        assertThatExceptionOfType(TestAbortedException.class)
                .isThrownBy(outcome::beforeBody)
                .satisfies(e -> assertThat(heads(e))
                        .extracting(head -> head.substring(0, head.indexOf(": ")))
                        .containsExactly("INVALID", "SLA VIOLATED"));
    }

    @Test
    void isAnErrorWhenOneStageIs() {
        Outcome outcome = new Outcome(stages(Reports.passed(), Reports.error()));
        assertThatExceptionOfType(LoadTestException.class)
                .isThrownBy(outcome::beforeBody)
                .withMessageStartingWith("ERROR: RagLatencyTest.holds[stage=2]: nothing succeeded: all 20 requests");
    }

    @Test
    void saysWhichStagesWereNotRun() {
        Outcome outcome = new Outcome(of(4, Reports.passed(), Reports.violated()));
        assertThatCode(outcome::beforeBody).doesNotThrowAnyException();
        assertThatExceptionOfType(AssertionFailedError.class)
                .isThrownBy(outcome::afterBody)
                .withMessageStartingWith("SLA VIOLATED: RagLatencyTest.holds[stage=2]: ")
                .withMessageEndingWith("\n\nstages 3 to 4 were not run, since stage 2 ended early");
    }

    @Test
    void neverPassesATestOfWhichStagesWereNotRun() {
        Outcome outcome = new Outcome(of(3, Reports.passed(), Reports.passed()));
        assertThatExceptionOfType(TestAbortedException.class)
                .isThrownBy(outcome::beforeBody)
                .withMessageStartingWith("INVALID: RagLatencyTest.holds: stage 3 was not run, since stage 2 ended early"
                        + "\n\nPASS: RagLatencyTest.holds[stage=2]: ");
    }

    @Test
    void refusesToTellOfAStageThatWasNotRun() {
        StageResults results = of(3, Reports.passed());
        assertThat(results.size()).isEqualTo(1);
        assertThat(results).containsExactly(results.last());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> results.stage(2))
                .withMessage("stage must be one that was run, but is 2: stages 2 to 3 were not run, since stage 1 ended"
                        + " early; ask size() first");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> results.stage(4))
                .withMessage("stage must be from 1 to 3, but is 4");
    }

    @Test
    void suppressesTheBodysFailureInTheVerdicts() {
        IllegalStateException body = new IllegalStateException("the body fails as well");
        assertThat(new Outcome(stages(Reports.passed(), Reports.violated())).withBody(body))
                .isInstanceOf(AssertionFailedError.class)
                .hasSuppressedException(body);
        assertThat(new Outcome(stages(Reports.passed(), Reports.passed())).withBody(body))
                .isSameAs(body);
    }

    @Test
    void failsOnceWithAllBaselinesThatCouldNotBeStored() {
        LoadTestException first = new LoadTestException("one");
        LoadTestException second = new LoadTestException("two");
        List<LoadResult> results = List.of(
                new LoadResult(stage(1, Reports.passed()).report(), Optional.of(first)),
                new LoadResult(stage(2, Reports.passed()).report(), Optional.of(second)));
        assertThat(catchThrowable(() -> new Outcome(new StageResults(results, 2)).afterBody()))
                .isSameAs(first)
                .hasSuppressedException(second);
    }

    private static List<String> heads(Throwable failure) {
        return Stream.of(failure.getMessage().split("\n\n"))
                .filter(part -> part.contains(": RagLatencyTest."))
                .toList();
    }

    private static StageResults stages(ReportBuilder... reports) {
        return of(reports.length, reports);
    }

    private static StageResults of(int planned, ReportBuilder... reports) {
        List<LoadResult> results = new ArrayList<>();
        for (ReportBuilder report : reports) {
            results.add(stage(results.size() + 1, report));
        }
        return new StageResults(results, planned);
    }

    private static LoadResult stage(int number, ReportBuilder reports) {
        Map<String, Object> cell = new LinkedHashMap<>();
        cell.put(Scenario.STAGE, number);
        cell.put("users", 10 * number);
        Scenario scenario = new Scenario("com.acme.RagLatencyTest", "holds", cell, "stage=" + number);
        return new LoadResult(reports.of(scenario).build(), Optional.empty());
    }
}
