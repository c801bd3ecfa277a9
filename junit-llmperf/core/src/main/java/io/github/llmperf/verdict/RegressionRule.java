package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/** The guarded measures of a run against the stored runs of the same cell. */
final class RegressionRule {

    /** Notes on regressions that were accepted begin so; the reason and a closing parenthesis follow. */
    static final String ACCEPTED = "accepted (";

    private static final String RECORD = "record it anew with -Dllmperf.baseline=record";
    private static final int LEAST_BEYOND = 10;
    private static final int P99_REQUESTS = 1000;

    private final LoadPlan plan;
    private final BaselinePolicy policy;
    private final Measurement measurement;
    private final List<BaselineRun> runs;
    private final List<Compared> compared = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    private RegressionRule(LoadPlan plan, Measurement measurement, List<BaselineRun> runs) {
        this.plan = plan;
        this.policy = plan.baseline();
        this.measurement = measurement;
        this.runs = runs;
    }

    /** Returns the findings; none when stored runs were not asked for. */
    static List<Finding> judge(LoadPlan plan, Measurement measurement, BaselineLookup lookup) {
        if (!plan.baseline().compares()) {
            return List.of();
        }
        if (lookup.runs().isEmpty()) {
            return List.of(new Finding.NotComparable(lookup.why()));
        }
        Optional<String> lengthChange = OutputLength.change(lookup.runs(), measurement);
        if (lengthChange.isPresent()) {
            return List.of(
                    new Finding.NotComparable(lengthChange.get() + "; undo the change, or accept it by recording with"
                            + " -Dllmperf.baseline=record -Dllmperf.baseline.accept=\"reason\""));
        }
        return new RegressionRule(plan, measurement, lookup.runs()).judge();
    }

    private List<Finding> judge() {
        new TreeSet<>(policy.gated()).forEach(this::look);
        lookAtErrorRate();
        List<Verdict> verdicts =
                RunLevelRule.decide(compared.stream().map(Compared::toCase).toList(), policy.alpha());
        for (int i = 0; i < compared.size(); i++) {
            Finding.Comparison finding = compared.get(i).finding(verdicts.get(i), strictestAlpha());
            add(finding.withText(ComparisonText.whole(finding, compared.get(i))));
        }
        return findings;
    }

    private void look(Measure measure) {
        Optional<String> impossible = whyNotCompared(plan, measure);
        if (impossible.isPresent()) {
            findings.add(new Finding.Note(measure + " is not compared: " + impossible.get()));
            return;
        }
        double[] stored = stored(measure);
        OptionalDouble candidate = measurement.value(measure);
        if (candidate.isEmpty()) {
            lookAtNothing(measure, stored);
        } else if (stored.length == 0) {
            findings.add(new Finding.NotComparable(measure + " is "
                    + (runs.size() == 1
                            ? "not in the one stored run"
                            : "in none of the " + runs.size() + " stored runs")
                    + (isWindowRate(measure.metric()) ? windows() : "") + "; "
                    + RECORD));
        } else {
            compare(LogComparison.of(policy, measure, stored, candidate.getAsDouble(), n(measure)));
        }
    }

    private void compare(Compared one) {
        Optional<String> tooFew = tooFewBeyond(one.measure(), one.n());
        if (isAdvisory(one.measure(), one.n())) {
            findings.add(new Finding.Note(one.measure() + " is advisory below 1,000 samples: "
                    + ComparisonText.numbers(one.finding(Verdict.UNDECIDED, policy.alpha()))));
        } else if (tooFew.isPresent()) {
            findings.add(new Finding.Note(one.measure() + " is not compared: " + tooFew.get()));
        } else {
            compared.add(one);
        }
    }

    /** Tells whether a measure is too far out for its number of samples to fail a test. */
    static boolean isAdvisory(Measure measure, long n) {
        return measure.statistic().percentile() >= 99 && n < P99_REQUESTS;
    }

    /** Returns how many samples a percentile takes, where there are fewer: ten beyond it. */
    static Optional<String> tooFewBeyond(Measure measure, long n) {
        Statistic statistic = measure.statistic();
        if (statistic.kind() != Statistic.Kind.PERCENTILE
                || n * (100 - statistic.percentile()) / 100 >= LEAST_BEYOND - 1e-9) {
            return Optional.empty();
        }
        long needed = (long) Math.ceil(LEAST_BEYOND * 100 / (100 - statistic.percentile()) - 1e-9);
        return Optional.of(
                "it takes " + Words.count(needed, "sample") + ", and there " + (n == 1 ? "is 1" : "are " + n));
    }

    /** A guarded measure of which this run has no samples, although it could. */
    private void lookAtNothing(Measure measure, double[] stored) {
        if (stored.length == 0) {
            findings.add(new Finding.Note(measure + " is not compared: neither this run nor a stored one has samples"));
            return;
        }
        double baseline =
                LogComparison.of(policy, measure, stored, stored[0], 0).baseline();
        add(new Finding.Comparison(
                measure,
                Reference.STORED_RUNS,
                Verdict.REGRESSION,
                baseline,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                policy.toleranceFor(measure),
                Double.NaN,
                0,
                1,
                stored.length,
                Double.NaN,
                Double.NaN,
                -1,
                measure + " has no samples, but is guarded and was "
                        + Words.quantity(baseline, measure.metric()) + " in "
                        + Words.count(stored.length, "stored run")));
    }

    private void lookAtErrorRate() {
        List<BaselineRun> known =
                runs.stream().filter(run -> run.counts().attempted() > 0).toList();
        if (known.isEmpty() || measurement.requests().attempted() == 0) {
            return;
        }
        ErrorRateComparison errors = ErrorRateComparison.of(known, measurement);
        if (errors.material()) {
            compared.add(errors.compared());
        } else {
            // What can never be claimed costs the other measures nothing of their alpha.
            Finding.Comparison finding = errors.compared().finding(Verdict.PASS, policy.alpha());
            findings.add(finding.withText(ComparisonText.numbers(finding) + ErrorRateComparison.IMMATERIAL));
        }
    }

    /** Returns why a gated measure tells nothing under a plan; empty when it does. */
    static Optional<String> whyNotCompared(LoadPlan plan, Measure measure) {
        Metric metric = measure.metric();
        if (metric.needsStream() && !plan.workload().stream()) {
            return Optional.of("it does not exist with stream = OFF");
        }
        if ((metric == Metric.TPOT || metric == Metric.ITL) && plan.workload().maxNewTokens() == 1) {
            return Optional.of("it does not exist with maxNewTokens = 1");
        }
        if (metric.better().worseSign() == 0) {
            return Optional.of("neither more nor less of it is better");
        }
        boolean fixedRate = plan.arrival() instanceof Arrival.OpenLoop open && Double.isFinite(open.requestRate());
        if (fixedRate && isWindowRate(metric) && metric != Metric.GOODPUT) {
            return Optional.of("at a fixed request rate the plan sets it");
        }
        return metric == Metric.ERROR_RATE ? Optional.of("it is by a rule of its own") : Optional.empty();
    }

    static boolean isWindowRate(Metric metric) {
        return !metric.hasDistribution() && metric.unit().symbol().endsWith("/s");
    }

    private String windows() {
        return measurement.window().ratesFromWholeRun()
                ? " over the whole run, as it is here because the window was short"
                : " over the window, as it is here";
    }

    /** Returns the stored values; of rates only those over the same part of the run. */
    private double[] stored(Measure measure) {
        return runs.stream()
                .filter(run -> !isWindowRate(measure.metric())
                        || run.counts().ratesFromWholeRun()
                                == measurement.window().ratesFromWholeRun())
                .map(run -> run.value(measure))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }

    private long n(Measure measure) {
        return measure.metric().hasDistribution()
                ? measurement.distribution(measure.metric()).map(d -> d.n()).orElse(0L)
                : measurement.requests().attempted();
    }

    private void add(Finding.Comparison comparison) {
        boolean accepted = comparison.verdict() == Verdict.REGRESSION && policy.accept() != null;
        findings.add(accepted ? new Finding.Note(ACCEPTED + policy.accept() + "): " + comparison.text()) : comparison);
    }

    /** Holm asks most of the first measure, so that is what must be detectable. */
    private double strictestAlpha() {
        return policy.alpha() / Math.max(1, compared.size());
    }
}
