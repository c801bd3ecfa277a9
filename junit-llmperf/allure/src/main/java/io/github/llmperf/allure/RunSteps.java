package io.github.llmperf.allure;

import io.github.llmperf.allure.RunStep.Result;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.model.CapacityRuns;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.text.CapacityFigures;
import io.github.llmperf.report.text.FindingRow;
import io.github.llmperf.report.text.Tone;
import io.github.llmperf.report.text.VisibleText;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.FindingText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes a run as steps: what was sent, phase by phase and load by load, and then the judgement, which ends as the
 * verdict does. A stage is one step with all of that within.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class RunSteps {

    private final Report report;
    private final LoadPlan plan;
    private final SafeText safe;

    private RunSteps(Report report) {
        this.report = report;
        this.plan = report.plan();
        this.safe = new SafeText(report);
    }

    /**
     * Returns the steps of a run.
     *
     * @param judgedAt wall-clock time at which the verdict was known
     * @return in the order of time, one at least
     */
    public static List<RunStep> of(Report report, Instant judgedAt) {
        RunSteps steps = new RunSteps(report);
        List<RunStep> all = new ArrayList<>(steps.loads());
        Instant sent = all.stream()
                .map(RunStep::stop)
                .max(Comparator.naturalOrder())
                .orElse(report.origin().startedAt());
        Scenario scenario = report.plan().scenario();
        boolean isStage = scenario.stage().isPresent();
        // Of several stages, none is judged before the last has been sent.
        RunStep judging = steps.judging(isStage ? judgedAt : sent, judgedAt);
        all.add(judging);
        return isStage
                ? List.of(new RunStep(
                        stage(scenario), report.origin().startedAt(), sent, judging.result(), Map.of(), all))
                : all;
    }

    /** What a stage is called, such as {@code stage 2: users=20}. */
    private static String stage(Scenario scenario) {
        return "stage " + scenario.stage().orElseThrow() + ": " + VisibleText.text(DescriptionHtml.load(scenario));
    }

    private List<RunStep> loads() {
        Optional<CapacityRuns> search = report.series().search();
        if (search.isPresent()) {
            return ofSearch(search.get());
        }
        List<LoadRun> runs = report.run().single();
        if (plan.load().pairing() != null) {
            return ofPairs(plan.load().pairing(), runs);
        }
        if (runs.size() == 1) {
            return PhaseSteps.of(runs.get(0), safe);
        }
        List<RunStep> all = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            all.add(whole(numbered(i, runs.size()), runs.get(i)));
        }
        return all;
    }

    /** Each trial has all repetitions. */
    private String numbered(int index, int runs) {
        int repetitions = plan.load().repetitions();
        if (repetitions == 1) {
            return "trial " + (index + 1);
        }
        String repetition = "repetition " + (index % repetitions + 1);
        return runs <= repetitions ? repetition : "trial " + (index / repetitions + 1) + ", " + repetition;
    }

    private List<RunStep> ofPairs(Pairing pairing, List<LoadRun> own) {
        List<RunStep> all = new ArrayList<>();
        String second = VisibleText.text(safe.of(pairing.name()));
        String first = VisibleText.text(safe.of(report.origin().environment().target()));
        List<LoadRun> other = report.paired().map(paired -> paired.loads()).orElseGet(List::of);
        for (int i = 0; i < own.size(); i++) {
            all.add(whole("pair " + (i + 1) + ": " + first, own.get(i)));
        }
        for (int i = 0; i < other.size(); i++) {
            all.add(whole("pair " + (i + 1) + ": " + second, other.get(i)));
        }
        all.sort(Comparator.comparing(RunStep::start));
        return all;
    }

    private List<RunStep> ofSearch(CapacityRuns search) {
        CapacityFigures figures = new CapacityFigures(search, plan.criteria().limits());
        List<RunStep> all = new ArrayList<>();
        for (CapacityRuns.Row row : search.rows()) {
            String name = amount(figures, row) + ": " + figures.word(row);
            row.runs().forEach(run -> all.add(whole(name, run)));
        }
        all.sort(Comparator.comparing(RunStep::start));
        return all;
    }

    private static String amount(CapacityFigures figures, CapacityRuns.Row row) {
        return figures.plan().kind() == CapacityPlan.Kind.USERS
                ? Figures.count(Math.round(row.amount()), "user")
                : figures.plan().number(row.amount()) + " " + figures.heading();
    }

    private RunStep whole(String name, LoadRun run) {
        List<RunStep> phases = PhaseSteps.of(run, safe);
        Result worst = phases.stream()
                .map(RunStep::result)
                .max(Comparator.naturalOrder())
                .orElse(Result.PASSED);
        return new RunStep(name, run.startedAt(), run.wallClock(run.times().ended()), worst, Map.of(), phases);
    }

    private RunStep judging(Instant from, Instant to) {
        Verdict verdict = report.judgement().verdict();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("verdict", verdict.words());
        facts.put("reason", VisibleText.text(safe.of(report.reason())));
        List<RunStep> findings = report.judgement().findings().stream()
                .filter(finding -> finding.status() != Finding.Status.NOTE || FindingRow.isAccepted(finding))
                .map(finding -> of(finding, to))
                .toList();
        return new RunStep("judging", from, to, result(verdict), facts, findings);
    }

    private RunStep of(Finding finding, Instant when) {
        String text = Tone.of(finding).sign() + " " + VisibleText.text(safe.of(FindingText.of(finding)));
        return new RunStep(text, when, when, result(finding), Map.of(), List.of());
    }

    private static Result result(Finding finding) {
        if (finding.status() != Finding.Status.BROKEN) {
            return Result.PASSED;
        }
        return switch (finding.verdict()) {
            case INVALID -> Result.INVALID;
            case ERROR -> Result.BROKEN;
            default -> Result.FAILED;
        };
    }

    /** As the test itself ends. */
    private Result result(Verdict verdict) {
        return switch (verdict) {
            case ERROR -> Result.BROKEN;
            case INVALID -> plan.criteria().strict() ? Result.FAILED : Result.INVALID;
            default -> report.isFailed() ? Result.FAILED : Result.PASSED;
        };
    }
}
