package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.plan.BaselinePolicy;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The rule on what nobody changed: each stored run is judged by all others. Regressions and improvements among them are
 * false alarms, or changes that were stored.
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

    static LeaveOneOut of(BaselinePolicy policy, List<BaselineRun> stored) {
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        if (stored.size() >= LEAST) {
            stored.forEach(run -> verdicts.merge(judge(policy, run, without(stored, run)), 1, Integer::sum));
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
     * @return their number
     */
    public int count(Verdict verdict) {
        return verdicts.getOrDefault(verdict, 0);
    }

    private static List<BaselineRun> without(List<BaselineRun> stored, BaselineRun one) {
        return stored.stream().filter(run -> !run.runId().equals(one.runId())).toList();
    }

    private static Verdict judge(BaselinePolicy policy, BaselineRun run, List<BaselineRun> others) {
        List<RunLevelRule.Case> cases = new ArrayList<>();
        for (Measure measure : new TreeSet<>(policy.gated())) {
            List<Double> stored = others.stream()
                    .filter(other -> other.value(measure).isPresent()
                            && (measure.metric().hasDistribution() || sameWindow(run, other)))
                    .map(other -> other.value(measure).orElseThrow())
                    .toList();
            if (run.value(measure).isPresent() && !stored.isEmpty()) {
                List<Double> judged = List.of(run.value(measure).getAsDouble());
                var samples = new LogComparison.Samples(stored, judged, Within.UNKNOWN, 0);
                cases.add(LogComparison.of(policy, measure, Reference.STORED_RUNS, samples)
                        .toCase());
            }
        }
        return RunLevelRule.decide(cases, policy.alpha()).stream().reduce(Verdict.PASS, Verdict::and);
    }

    private static boolean sameWindow(BaselineRun run, BaselineRun other) {
        return run.counts().ratesFromWholeRun() == other.counts().ratesFromWholeRun();
    }
}
