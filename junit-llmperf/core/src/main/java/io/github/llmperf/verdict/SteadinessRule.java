package io.github.llmperf.verdict;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases.WindowKind;
import io.github.llmperf.verdict.Finding.Validity;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Whether a limited or guarded latency stayed what it was while it was measured. Where it kept rising or falling, and by
 * more than the tolerance, the numbers say how long the run was and not how fast the server is.
 */
final class SteadinessRule {

    /**
     * Chance, per latency, of a trend this clear without one: 1 % shared among four. Requests that depend on each other
     * raise it, at the autocorrelation .8 of a noisy server and 100 requests to .4 %.
     */
    private static final double LEVEL = .0025;

    private final LoadPlan plan;
    private final Measurement measurement;
    private final int trial;
    private final int trials;
    private final boolean compared;

    private SteadinessRule(LoadPlan plan, Measurement measurement, int trial, int trials, boolean compared) {
        this.plan = plan;
        this.measurement = measurement;
        this.trial = trial;
        this.trials = trials;
        this.compared = compared;
    }

    /**
     * Returns what is not steady; nothing where the load itself makes latencies rise or fall. Each trial is looked at by
     * itself, for in all together the steady ones hide the one that was not.
     */
    static List<Validity> judge(LoadPlan plan, Candidate candidate, boolean compared) {
        int trials = candidate.trials().size();
        List<Validity> findings = new ArrayList<>();
        for (int i = 0; i < trials; i++) {
            Measurement measurement = candidate.trials().get(i);
            if (isMeantToBeSteady(plan, measurement)) {
                int trial = trials == 1 ? 0 : i + 1;
                findings.addAll(new SteadinessRule(plan, measurement, trial, trials, compared).judge());
            }
        }
        return findings;
    }

    /** A ramp inside the window, all requests at once, or growing histories: none of these loads is steady. */
    private static boolean isMeantToBeSteady(LoadPlan plan, Measurement measurement) {
        boolean evenLoad = plan.load().arrival() instanceof Arrival.OpenLoop open
                ? Double.isFinite(open.requestRate())
                : plan.load().arrival() instanceof Arrival.ClosedLoop closed && closed.turns() == 1;
        return evenLoad
                && plan.load().phases().window() == WindowKind.STEADY
                && !measurement.window().ratesFromWholeRun();
    }

    private List<Validity> judge() {
        List<Validity> findings = new ArrayList<>();
        for (Metric metric : latencies()) {
            Drift.of(measurement, metric)
                    .filter(drift -> drift.trend().p() < LEVEL && isMaterial(metric, drift))
                    .ifPresent(drift -> findings.add(finding(metric, drift)));
        }
        return findings;
    }

    private Set<Metric> latencies() {
        Set<Metric> latencies = EnumSet.noneOf(Metric.class);
        plan.criteria()
                .limits()
                .limits()
                .forEach(limit -> latencies.add(limit.measure().metric()));
        if (compared) {
            plan.criteria().baseline().guard().gated().forEach(measure -> latencies.add(measure.metric()));
        }
        latencies.removeIf(metric -> !AllowedLateness.isServerLatency(metric));
        return latencies;
    }

    private boolean isMaterial(Metric metric, Drift drift) {
        double change = Math.abs(drift.to() - drift.from());
        if (change < LogComparison.unnoticed(metric)) {
            return false;
        }
        boolean guarded = compared
                && plan.criteria().baseline().guard().gated().stream()
                        .anyMatch(measure -> measure.metric() == metric
                                && Math.abs(drift.line().drift()) > Math.log1p(tolerance(measure)));
        // A value far from its limit may drift: only a drift that is large relative to the limit matters.
        return guarded
                || plan.criteria().limits().limits().stream()
                        .anyMatch(limit -> limit.measure().metric() == metric
                                && Math.abs(drift.line().drift()) > Math.log1p(tolerance(limit.measure()))
                                && change > tolerance(limit.measure()) * limit.value());
    }

    private double tolerance(Measure measure) {
        return plan.criteria().baseline().guard().toleranceFor(measure);
    }

    private Validity finding(Metric metric, Drift drift) {
        return ValidityRule.broken(new Cause.NotSteady(
                trial,
                trials,
                metric,
                drift.from(),
                drift.to(),
                drift.trend().s() > 0,
                measurement.window().seconds()));
    }
}
