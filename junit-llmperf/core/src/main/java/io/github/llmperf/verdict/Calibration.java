package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import java.util.List;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How much trials of an unchanged server differ, and what follows for what a test can detect.
 *
 * @param startedAnew whether each trial had a start of the server of its own; else what differs from start to start is not
 *     in here
 * @param requests mean number of requests attempted in a trial
 * @param measures the guarded measures that every trial has
 * @param leaveOneOut how the rule judges each stored run by the others
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Calibration(
        boolean startedAnew, double requests, List<CalibratedMeasure> measures, LeaveOneOut leaveOneOut) {

    /** Copies the list. */
    public Calibration {
        measures = List.copyOf(measures);
    }

    /**
     * Calibrates.
     *
     * @param trials what each trial amounts to, two at least
     * @param runs everything that was sent, for the order of requests
     * @param stored stored runs that can be compared, oldest first
     * @param startedAnew whether each trial had a start of the server of its own
     */
    public static Calibration of(
            LoadPlan plan,
            List<Measurement> trials,
            List<LoadRun> runs,
            List<BaselineRun> stored,
            boolean startedAnew) {
        BaselinePolicy policy = plan.criteria().baseline();
        List<Measure> measures = new TreeSet<>(policy.guard().gated())
                .stream()
                        .filter(measure -> trials.stream()
                                .allMatch(trial -> trial.value(measure).orElse(0) > 0
                                        && RegressionRule.isGated(plan, measure, trial.measured(measure))))
                        .toList();
        return new Calibration(
                startedAnew,
                trials.stream()
                        .mapToLong(trial -> trial.requests().attempted())
                        .average()
                        .orElseThrow(),
                measures.stream()
                        .map(measure -> CalibratedMeasure.of(
                                measure, plan, trials, runs, policy.guard().alpha() / Math.max(1, measures.size())))
                        .toList(),
                LeaveOneOut.of(plan, stored));
    }
}
