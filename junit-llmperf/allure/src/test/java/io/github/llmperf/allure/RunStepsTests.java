package io.github.llmperf.allure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.allure.RunStep.Result;
import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.load.Health;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.report.model.Observed;
import io.github.llmperf.report.model.Origin;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.PairedRuns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunStepsTests {

    private static final Instant START = Instant.parse("2026-03-02T10:15:30Z");
    private static final Instant JUDGED = START.plusSeconds(75);
    private static final long ZERO = 5_000_000_000L;

    @Test
    void tellsThePhasesWithTheirTimesAndRequests() {
        Report report = with(Reports.violated().build(), run(START, End.COMPLETED, 3, 20, 1));

        assertThat(lines(RunSteps.of(report, JUDGED)))
                .containsExactly(
                        "0–4 warm-up PASSED {requests=3, failed=0}",
                        "4–66 measurement PASSED {requests=20, failed=2}",
                        "66–70 cooldown PASSED {requests=1, failed=0}",
                        "70–75 judging FAILED {verdict=SLA VIOLATED,"
                                + " reason=ttft.p90 1,551 ms > 1,500 ms (n=400, 3 of them failed and count as ∞; 1,518 ms without failures)}",
                        "  75–75 ✗ ttft.p90 1,551 ms > 1,500 ms (n=400, 3 of them failed and count as ∞; 1,518 ms without failures) FAILED {}",
                        "  75–75 ✓ load generator kept up: the client added 0.41 ms to ttft (p99 1.9 ms), 0.81 ms to"
                                + " gaps (p99), requests were 0 ms late (p99), allowed 75.88 ms; process CPU 6.2 % PASSED {}",
                        "  75–75 ✓ tpot.mean 31.16 ms ≤ 100 ms (n=397) PASSED {}",
                        "  75–75 ✓ errorRate 0.75 % ≤ 1 % (3 of 400) PASSED {}");
    }

    @Test
    void tellsWhatWasAcceptedAmongTheFindings() {
        Report report = with(Reports.accepted().build(), run(START, End.COMPLETED, 3, 20, 1));

        assertThat(lines(RunSteps.of(report, JUDGED)))
                .endsWith(
                        "70–75 judging PASSED {verdict=PASS,"
                                + " reason=3 limits met; no worse than 8 stored runs: tpot.p50 ±0 %;"
                                + " accepted (larger model): 1 regression}",
                        "  75–75 · accepted (larger model): ttft.p50 811 ms against 660.2 ms, +23 % (90 % interval +18 % to"
                                + " +28 %; n=397, 8 stored runs): worse by more than the 10 % allowed; run-to-run sd 2 %;"
                                + " worse than all 8 stored runs (1 in 9 by chance) PASSED {}",
                        "  75–75 ✓ load generator kept up: the client added 0.41 ms to ttft (p99 1.9 ms), 0.81 ms to"
                                + " gaps (p99), requests were 0 ms late (p99), allowed 40.55 ms; process CPU 6.2 % PASSED {}",
                        "  75–75 ✓ ttft.p90 1,706 ms ≤ 3,000 ms (n=400, 3 of them failed and count as ∞; 1,671 ms without"
                                + " failures, certified) PASSED {}",
                        "  75–75 ✓ tpot.mean 31.14 ms ≤ 100 ms (n=397) PASSED {}",
                        "  75–75 ✓ errorRate 0.75 % ≤ 1 % (3 of 400) PASSED {}",
                        "  75–75 ✓ errorRate 0.75 % against 0.75 %, ±0 points (n=400, 8 stored runs): less than 1"
                                + " percentage point or 3 failures apart PASSED {}",
                        "  75–75 ✓ tpot.p50 31.04 ms against 31.05 ms, ±0 % (90 % interval −4 % to +4.1 %; n=397, 8 stored"
                                + " runs): not worse by 10 % or more; run-to-run sd 2 %, detects a worsening of 12 %;"
                                + " worse than 3 of 8 stored runs PASSED {}");
    }

    @Test
    void callsAnEndWithoutNewRequestsADrain() {
        LoadRun run = run(START, End.COMPLETED, 0, 4, 0);
        LoadRun cut = new LoadRun(START, run.times(), run.records(), 2, run.health(), run.end());

        assertThat(lines(PhaseSteps.of(cut, new SafeText(Reports.passed().build()))))
                .containsExactly(
                        "0–4 warm-up PASSED {requests=0, failed=0}",
                        "4–66 measurement PASSED {requests=4, failed=2}",
                        "66–70 drain PASSED {cut off=2}");
    }

    @Test
    void leavesOutPhasesThatDidNotTakePlace() {
        RunTimes whole = new RunTimes(ZERO, ZERO, ZERO + 9_000_000_000L, ZERO + 9_000_000_000L);
        LoadRun run = new LoadRun(START, whole, requests(0, 4, 0), 0, Health.unknown(), End.COMPLETED);

        assertThat(lines(PhaseSteps.of(run, new SafeText(Reports.passed().build()))))
                .containsExactly("0–9 measurement PASSED {requests=4, failed=2}");
    }

    @Test
    void tellsOnlyTheJudgementWhereNothingWasSent() {
        RunTimes none = new RunTimes(ZERO, ZERO, ZERO, ZERO);
        LoadRun run = new LoadRun(START, none, List.of(), 0, Health.unknown(), End.NOTHING_SUCCEEDED);

        assertThat(lines(RunSteps.of(with(Reports.error().build(), run), JUDGED)))
                .startsWith(
                        "0–75 judging BROKEN {verdict=ERROR,"
                                + " reason=nothing succeeded: all 20 requests failed with CONNECT: connection refused: start the server, or point llmperf.target.url / @LlmTarget(url) elsewhere}",
                        "  75–75 ✗ nothing succeeded: all 20 requests failed with CONNECT: connection refused: start the server, or point llmperf.target.url / @LlmTarget(url) elsewhere BROKEN {}");
    }

    @ParameterizedTest
    @CsvSource({
        "NOTHING_SUCCEEDED, BROKEN",
        "LIMIT_BROKEN, FAILED",
        "OVERRUN, FAILED",
        "INTERRUPTED, INVALID",
        "MAX_DURATION, PASSED"
    })
    void saysHowTheMeasurementEnded(End end, Result result) {
        LoadRun run = run(START, end, 0, 4, 0);
        EarlyEnd why =
                new EarlyEnd.FailedHere(Failure.of(FailureKind.GENERATOR, "it said " + Reports.PLANTED_KEY + "\u202e"));
        LoadRun early =
                new LoadRun(START, run.times(), run.records(), 0, run.health(), end, Optional.of(why), List.of());

        RunStep measurement =
                PhaseSteps.of(early, new SafeText(Reports.passed().build())).get(1);

        assertThat(measurement.result()).isEqualTo(result);
        assertThat(measurement.facts()).containsEntry("ended early", "it said ***\\u202e");
    }

    @Test
    void tellsEachTrialByItself() {
        LoadRun together = LoadRun.together(
                List.of(run(START, End.COMPLETED, 1, 4, 0), run(START.plusSeconds(100), End.COMPLETED, 1, 6, 0)));

        assertThat(lines(RunSteps.of(with(Reports.passed().build(), together), START.plusSeconds(180))))
                .containsSubsequence(
                        "0–70 trial 1 PASSED {}",
                        "  0–4 warm-up PASSED {requests=1, failed=0}",
                        "  4–66 measurement PASSED {requests=4, failed=2}",
                        "100–170 trial 2 PASSED {}",
                        "  104–166 measurement PASSED {requests=6, failed=2}",
                        "170–180 judging PASSED {verdict=PASS, reason=3 limits met}");
    }

    @Test
    void tellsBothTargetsOfAComparisonInTheOrderOfTheirTurns() {
        Report report = Reports.passed()
                .pairedWith(Target.at("http://localhost:9000").withName("canary"), 2)
                .build();
        LoadRun own = LoadRun.together(
                List.of(run(START, End.COMPLETED, 0, 4, 0), run(START.plusSeconds(300), End.COMPLETED, 0, 4, 0)));
        List<LoadRun> other = List.of(
                run(START.plusSeconds(100), End.COMPLETED, 0, 4, 0),
                run(START.plusSeconds(200), End.COMPLETED, 0, 4, 0));

        assertThat(RunSteps.of(with(report, own, other), START.plusSeconds(400)))
                .extracting(RunStep::name)
                .containsExactly(
                        "pair 1: http://localhost:8000",
                        "pair 1: canary",
                        "pair 2: canary",
                        "pair 2: http://localhost:8000",
                        "judging");
    }

    @Test
    void putsAStageIntoOneStepThatEndsAsItsVerdict() {
        Map<String, Object> cell = new LinkedHashMap<>();
        cell.put("stage", 2);
        cell.put("users", 20);
        Report report = with(
                Reports.violated().of(new Scenario("A", "b", cell, "stage=2")).build(),
                run(START, End.COMPLETED, 1, 4, 0));

        List<RunStep> steps = RunSteps.of(report, JUDGED);

        assertThat(lines(steps))
                .startsWith("0–70 stage 2: users=20 FAILED {}", "  0–4 warm-up PASSED {requests=1, failed=0}")
                .contains(
                        "  75–75 judging FAILED {verdict=SLA VIOLATED,"
                                + " reason=ttft.p90 1,551 ms > 1,500 ms (n=400, 3 of them failed and count as ∞; 1,518 ms without failures)}");
        assertThat(steps).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"PASS, PASSED", "UNDECIDED, PASSED", "NO_BASELINE, PASSED", "REGRESSION, FAILED", "INVALID, INVALID"})
    void judgesAsTheTestEnds(Verdict verdict, Result result) {
        Report report = Reports.of(verdict).build();

        List<RunStep> steps = RunSteps.of(report, JUDGED);

        assertThat(steps.get(steps.size() - 1).result()).isEqualTo(result);
    }

    @Test
    void leavesNotesToTheReport() {
        Report report = Reports.passed()
                .withFindings(List.of(Findings.note("by the way"), Findings.met("tpot <= 100ms", 31)))
                .build();

        List<RunStep> steps = RunSteps.of(report, JUDGED);

        assertThat(steps.get(steps.size() - 1).parts())
                .extracting(RunStep::name)
                .noneMatch(n -> n.contains("by the"));
    }

    private static List<String> lines(List<RunStep> steps) {
        List<String> lines = new ArrayList<>();
        for (RunStep step : steps) {
            lines.add(seconds(step.start()) + "–" + seconds(step.stop()) + " " + step.name() + " " + step.result() + " "
                    + step.facts());
            lines(step.parts()).forEach(line -> lines.add("  " + line));
        }
        return lines;
    }

    private static long seconds(Instant moment) {
        return moment.getEpochSecond() - START.getEpochSecond();
    }

    private static Report with(Report report, LoadRun run) {
        return with(report, run, report.series().paired());
    }

    private static Report with(Report report, LoadRun own, List<LoadRun> other) {
        PairedRuns paired = report.paired().orElseThrow();
        return with(
                report,
                own,
                Optional.of(new PairedRuns(paired.pairing(), other, paired.measurement(), paired.pairs())));
    }

    private static Report with(Report report, LoadRun run, Optional<PairedRuns> paired) {
        Report.Series series = report.series();
        return new Report(
                report.plan(),
                new Origin(
                        run.startedAt(),
                        report.origin().commit(),
                        report.origin().environment()),
                Observed.of(
                        report.plan(),
                        run,
                        report.measurement(),
                        report.observed().server(),
                        report.observed().prometheus()),
                report.judgement(),
                report.baseline(),
                new Report.Series(
                        series.process(),
                        series.trials(),
                        series.rerun(),
                        series.calibration(),
                        paired,
                        series.first(),
                        series.search()));
    }

    /** Warm-up to 4 s, measurement to 66 s, end at 70 s; two of the measured requests fail. */
    private static LoadRun run(Instant start, End end, int warmup, int measured, int cooldown) {
        RunTimes times = new RunTimes(ZERO, ZERO + 4_000_000_000L, ZERO + 66_000_000_000L, ZERO + 70_000_000_000L);
        return new LoadRun(start, times, requests(warmup, measured, cooldown), 0, Health.unknown(), end);
    }

    private static List<RequestRecord> requests(int warmup, int measured, int cooldown) {
        List<RequestRecord> requests = new ArrayList<>();
        for (int i = 0; i < warmup; i++) {
            requests.add(request(RequestPhase.WARMUP, null));
        }
        for (int i = 0; i < measured; i++) {
            requests.add(request(RequestPhase.MEASURED, i < 2 ? FailureKind.TIMEOUT : null));
        }
        for (int i = 0; i < cooldown; i++) {
            requests.add(request(RequestPhase.COOLDOWN, null));
        }
        requests.add(request(RequestPhase.MEASURED, FailureKind.CANCELLED));
        return requests;
    }

    private static RequestRecord request(RequestPhase phase, FailureKind failure) {
        RequestTimestamps moments = new RequestTimestamps(
                ZERO,
                ZERO,
                RequestTimestamps.NEVER,
                RequestTimestamps.NEVER,
                RequestTimestamps.NEVER,
                RequestTimestamps.NEVER,
                RequestTimestamps.NO_EVENTS,
                RequestTimestamps.NEVER,
                ZERO + 1,
                -1);
        return new RequestRecord(
                0,
                0,
                phase,
                1,
                10,
                8,
                moments,
                200,
                0,
                0,
                0,
                Answer.NONE,
                failure == null ? null : Failure.of(failure, "gone"));
    }
}
