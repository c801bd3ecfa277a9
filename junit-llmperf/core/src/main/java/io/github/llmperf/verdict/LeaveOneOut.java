package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.ErrorRateComparison.Attempts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Applies the rule to unchanged runs: each stored run is judged against all others, measure by measure as the gate
 * would. Regressions and improvements among them are false alarms, or changes that were stored. Lines that were stored
 * as a regression are not among them: the gate does not use them either.
 *
 * @param verdicts how many stored runs came to which verdict
 */
@API(status = Status.INTERNAL, since = "0.1")
public record LeaveOneOut(Map<Verdict, Integer> verdicts) {

    /** Stored runs below which there is nothing to say. */
    public static final int LEAST = 3;

    /** Copies the map. */
    public LeaveOneOut {
        verdicts = verdicts.isEmpty() ? Map.of() : new EnumMap<>(verdicts);
    }

    static LeaveOneOut of(LoadPlan plan, List<BaselineRun> stored) {
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        if (stored.size() >= LEAST) {
            stored.forEach(run -> verdicts.merge(judge(plan, run, without(stored, run)), 1, Integer::sum));
        }
        return new LeaveOneOut(verdicts);
    }

    /**
     * Returns how many stored runs were judged.
     *
     * @return 0 when there are fewer than {@value #LEAST}
     */
    public int runs() {
        return verdicts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /**
     * Returns how many stored runs came to a verdict.
     *
     * @param verdict one of PASS, IMPROVED, UNDECIDED, REGRESSION
     */
    public int count(Verdict verdict) {
        return verdicts.getOrDefault(verdict, 0);
    }

    private static List<BaselineRun> without(List<BaselineRun> stored, BaselineRun one) {
        return stored.stream().filter(run -> !run.runId().equals(one.runId())).toList();
    }

    private static Verdict judge(LoadPlan plan, BaselineRun run, List<BaselineRun> others) {
        BaselinePolicy policy = plan.criteria().baseline();
        List<RunLevelRule.Case> cases = new ArrayList<>();
        for (Measure measure : new TreeSet<>(policy.guard().gated())) {
            boolean wholeRun =
                    ComparedValue.isOverWholeRun(measure, run.counts().ratesFromWholeRun(), others);
            List<BaselineRun> having = others.stream()
                    .filter(other -> ComparedValue.of(other, measure, wholeRun).isPresent())
                    .toList();
            if (ComparedValue.of(run, measure, wholeRun).isPresent()
                    && !having.isEmpty()
                    && RegressionRule.isGated(plan, measure, samples(run, measure))) {
                cases.add(compare(policy, measure, wholeRun, run, having).toCase());
            }
        }
        errors(run, others).ifPresent(cases::add);
        return RunLevelRule.decide(cases, policy.guard().alpha()).stream().reduce(Verdict.PASS, Verdict::and);
    }

    /** Only common metrics are stored with their number of samples; any other metric has one sample per answer. */
    private static long samples(BaselineRun run, Measure measure) {
        return run.counts()
                .samples()
                .getOrDefault(
                        measure.metric(),
                        run.counts().attempted() - run.counts().failed());
    }

    private static ComparedMeasure compare(
            BaselinePolicy policy, Measure measure, boolean wholeRun, BaselineRun run, List<BaselineRun> having) {
        List<Double> stored = having.stream()
                .map(other -> ComparedValue.of(other, measure, wholeRun).orElseThrow())
                .toList();
        List<Double> judged = List.of(ComparedValue.of(run, measure, wholeRun).orElseThrow());
        WithinRunVariance within = WithinRunVariance.of(within(measure, having), within(measure, List.of(run)));
        return LogComparison.of(
                policy, measure, Reference.STORED_RUNS, new LogComparison.Samples(stored, judged, within, 0));
    }

    private static double[] within(Measure measure, List<BaselineRun> runs) {
        return runs.stream()
                .map(run -> run.within().get(measure))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private static Optional<RunLevelRule.Case> errors(BaselineRun run, List<BaselineRun> others) {
        List<Attempts> stored = attempts(others);
        List<Attempts> judged = attempts(List.of(run));
        return stored.isEmpty() || judged.isEmpty()
                ? Optional.empty()
                : Optional.of(ErrorRateComparison.of(Reference.STORED_RUNS, stored, judged))
                        .filter(ErrorRateComparison::material)
                        .map(errors -> errors.compared().toCase());
    }

    private static List<Attempts> attempts(List<BaselineRun> runs) {
        return runs.stream()
                .map(run -> new Attempts(run.counts().failed(), run.counts().attempted()))
                .filter(run -> run.attempted() > 0)
                .toList();
    }
}
