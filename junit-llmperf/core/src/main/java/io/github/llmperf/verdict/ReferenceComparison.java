package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.measure.SliceBootstrap;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.ErrorRateComparison.Attempts;
import io.github.llmperf.verdict.Gap.NotMeasured.Span;
import io.github.llmperf.verdict.Remark.WhyNot;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** The guarded measures of all trials against the runs of one reference: what can be compared, and what not and why. */
final class ReferenceComparison {

    private final LoadPlan plan;
    private final BaselinePolicy policy;
    private final Candidate candidate;
    private final Reference against;
    private final List<BaselineRun> runs;
    private final List<Compared> compared = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    private ReferenceComparison(LoadPlan plan, Candidate candidate, Reference against, List<BaselineRun> runs) {
        this.plan = plan;
        this.policy = plan.baseline();
        this.candidate = candidate;
        this.against = against;
        this.runs = runs;
    }

    /** Compares; there is at least one run. */
    static ReferenceComparison of(LoadPlan plan, Candidate candidate, Reference against, List<BaselineRun> runs) {
        ReferenceComparison comparison = new ReferenceComparison(plan, candidate, against, runs);
        Optional<Gap> otherLength = OutputLength.change(against, runs, candidate.measurement());
        if (otherLength.isPresent()) {
            comparison.findings.add(new Finding.NotComparable(otherLength.get()));
        } else {
            RegressionRule.comparedOneByOne(plan).forEach(comparison::look);
            if (plan.capacity() == null) {
                // What fails at the largest load that is carried depends on which load that is.
                comparison.lookAtErrorRate();
            }
        }
        return comparison;
    }

    /** Returns what is to be decided together with all other measures of the cell. */
    List<Compared> compared() {
        return compared;
    }

    /** Returns what is said already. */
    List<Finding> findings() {
        return findings;
    }

    private void look(Measure measure) {
        Optional<WhyNot> impossible = RegressionRule.whyNotCompared(plan, measure);
        if (impossible.isPresent()) {
            note(measure, impossible.get());
            return;
        }
        if (RegressionRule.isWindowRate(measure.metric()) && candidate.mixesWindows()) {
            note(measure, WhyNot.Rule.MIXED_SPANS);
            return;
        }
        List<BaselineRun> having = having(measure);
        List<Double> trials = trials(measure);
        if (trials.isEmpty()) {
            lookAtNothing(measure, having);
        } else if (having.isEmpty()) {
            findings.add(new Finding.NotComparable(new Gap.NotMeasured(measure, against, runs.size(), span(measure))));
        } else if (trials.size() < candidate.trials().size()) {
            findings.add(missing(measure, having, Verdict.UNDECIDED, lacking(measure)));
        } else {
            compare(LogComparison.of(
                    policy,
                    measure,
                    against,
                    new LogComparison.Samples(
                            stored(measure, having), trials, within(measure, having), samples(measure))));
        }
    }

    private void compare(Compared one) {
        long fewest = fewest(one.measure());
        Optional<WhyNot> tooFew = RegressionRule.tooFewBeyond(one.measure(), fewest);
        if (RegressionRule.isAdvisory(one.measure(), fewest)) {
            findings.add(new Finding.Note(new Remark.Advisory(one.finding(Verdict.UNDECIDED, policy.alpha()))));
        } else if (tooFew.isPresent()) {
            note(one.measure(), tooFew.get());
        } else {
            compared.add(one);
        }
    }

    /** A guarded measure of which no trial has samples, although it could. */
    private void lookAtNothing(Measure measure, List<BaselineRun> having) {
        if (having.isEmpty()) {
            note(measure, WhyNot.Rule.NO_SAMPLES);
        } else {
            findings.add(missing(measure, having, Verdict.REGRESSION, List.of()));
        }
    }

    /** Returns the numbers of the trials without samples. */
    private List<Integer> lacking(Measure measure) {
        return IntStream.range(0, candidate.trials().size())
                .filter(i -> candidate.value(i, measure).isEmpty())
                .mapToObj(i -> i + 1)
                .toList();
    }

    /** A bad start is no regression: what only some trials lack decides nothing. */
    private Finding missing(Measure measure, List<BaselineRun> having, Verdict verdict, List<Integer> without) {
        List<Double> stored = stored(measure, having);
        double baseline = LogComparison.of(
                        policy, measure, against, new LogComparison.Samples(stored, stored, Within.UNKNOWN, 0))
                .baseline();
        return new Finding.Comparison(
                new Subject(measure, against, policy.toleranceFor(measure)),
                verdict,
                ComparedValues.without(baseline),
                Evidence.none(candidate.trials().size(), stored.size(), new Standing.Missing(without)));
    }

    private void lookAtErrorRate() {
        List<Attempts> stored = runs.stream()
                .map(run -> new Attempts(run.counts().failed(), run.counts().attempted()))
                .filter(run -> run.attempted() > 0)
                .toList();
        List<Attempts> trials = IntStream.range(0, candidate.trials().size())
                .mapToObj(i -> new Attempts(candidate.failed(i), candidate.attempted(i)))
                .filter(trial -> trial.attempted() > 0)
                .toList();
        if (stored.isEmpty() || trials.isEmpty()) {
            return;
        }
        ErrorRateComparison errors = ErrorRateComparison.of(against, stored, trials);
        if (errors.material()) {
            compared.add(errors.compared());
        } else {
            findings.add(errors.immaterial(policy.alpha()));
        }
    }

    private void note(Measure measure, WhyNot why) {
        findings.add(new Finding.Note(new Remark.NotCompared(measure, why)));
    }

    private Span span(Measure measure) {
        if (!RegressionRule.isWindowRate(measure.metric())) {
            return Span.ANY;
        }
        return candidate.ratesFromWholeRun() ? Span.WHOLE_RUN : Span.WINDOW;
    }

    /** Returns the runs that have a measure; a rate only over the same part of the run. */
    private List<BaselineRun> having(Measure measure) {
        return runs.stream()
                .filter(run -> ComparedValue.of(run, measure, candidate.ratesFromWholeRun())
                        .isPresent())
                .toList();
    }

    private static List<Double> stored(Measure measure, List<BaselineRun> having) {
        return having.stream().map(run -> run.value(measure).orElseThrow()).toList();
    }

    private List<Double> trials(Measure measure) {
        return IntStream.range(0, candidate.trials().size())
                .mapToObj(i -> candidate.value(i, measure))
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList();
    }

    private Within within(Measure measure, List<BaselineRun> having) {
        double[] stored = having.stream()
                .map(run -> run.within().get(measure))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (stored.length == 0) {
            return Within.UNKNOWN;
        }
        double[] trials = candidate.trials().stream()
                .map(trial -> SliceBootstrap.relativeSd(trial, measure))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
        return Within.of(stored, trials);
    }

    private long samples(Measure measure) {
        return candidate.trials().stream()
                .mapToLong(trial -> trial.measured(measure))
                .sum();
    }

    /** Returns the samples of the trial that has fewest: each must know its own value. */
    private long fewest(Measure measure) {
        return candidate.trials().stream()
                .mapToLong(trial -> trial.measured(measure))
                .min()
                .orElseThrow();
    }
}
