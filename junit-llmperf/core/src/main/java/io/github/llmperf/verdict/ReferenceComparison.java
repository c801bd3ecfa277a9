package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.SliceBootstrap;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.ErrorRateComparison.Attempts;
import io.github.llmperf.verdict.Finding.Uncompared.Lack;
import io.github.llmperf.verdict.MissingReference.NotMeasured.Span;
import io.github.llmperf.verdict.Remark.WhyNot;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Compares the guarded measures of all trials with the runs of one reference; says which cannot be compared, and why.
 */
final class ReferenceComparison {

    private final LoadPlan plan;
    private final BaselinePolicy policy;
    private final Candidate candidate;
    private final Reference against;
    private final List<BaselineRun> runs;
    private final List<ComparedMeasure> compared = new ArrayList<>();
    private final List<WorseOnly> worseOnly = new ArrayList<>();
    private final List<Measure> barred = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final Optional<OutputLength> length;

    private ReferenceComparison(LoadPlan plan, Candidate candidate, Reference against, List<BaselineRun> runs) {
        this.plan = plan;
        this.policy = plan.criteria().baseline();
        this.candidate = candidate;
        this.against = against;
        this.runs = runs;
        this.length = OutputLength.change(runs, candidate.measurement());
    }

    /** Compares; there is at least one run. */
    static ReferenceComparison of(LoadPlan plan, Candidate candidate, Reference against, List<BaselineRun> runs) {
        ReferenceComparison comparison = new ReferenceComparison(plan, candidate, against, runs);
        comparison
                .length
                .flatMap(change -> change.collapse(against, candidate, runs.size()))
                .ifPresent(comparison.findings::add);
        RegressionRule.comparedOneByOne(plan).forEach(comparison::look);
        if (plan.load().capacity() == null) {
            // The failures at the largest sustained load depend on that load.
            comparison.lookAtErrorRate();
        }
        return comparison;
    }

    Reference against() {
        return against;
    }

    /** Returns the comparisons to be decided together with all other measures of the cell. */
    List<ComparedMeasure> compared() {
        return compared;
    }

    /** Returns the measures of which only a worsening can be told, to be decided together with those of the cell. */
    List<WorseOnly> worseOnly() {
        return worseOnly;
    }

    /** Returns how the answers' length has changed, if it has. */
    Optional<OutputLength> length() {
        return length;
    }

    /** Returns the measures that this change bars. */
    List<Measure> barred() {
        return barred;
    }

    /** Returns the findings that need no further decision. */
    List<Finding> findings() {
        return findings;
    }

    private void look(Measure measure) {
        Optional<WhyNot> impossible = RegressionRule.whyNotCompared(plan, measure);
        if (impossible.isPresent()) {
            findings.add(new Finding.Note(new Remark.NotCompared(measure, impossible.get())));
            return;
        }
        List<BaselineRun> having = having(measure);
        List<Double> trials = trials(measure);
        if (trials.isEmpty()) {
            lookAtNothing(measure, having);
        } else if (having.isEmpty()) {
            findings.add(new Finding.NotComparable(
                    new MissingReference.NotMeasured(measure, against, runs.size(), span(measure))));
        } else if (trials.size() < candidate.trials().size()) {
            findings.add(missing(measure, having, Verdict.UNDECIDED, lacking(measure)));
        } else {
            compare(measure, having, trials);
        }
    }

    private void compare(Measure measure, List<BaselineRun> having, List<Double> trials) {
        OutputLength.Effect effect =
                length.map(change -> change.on(measure.metric())).orElse(OutputLength.Effect.NONE);
        Optional<ComparisonDetail.FewSamples> few = RegressionRule.fewSamples(measure, fewest(measure));
        ComparedMeasure one = log(measure, having, trials);
        if (effect == OutputLength.Effect.BARRED) {
            barred.add(measure);
        } else if (few.isPresent()) {
            List<Double> least = leastOfTrials(measure);
            Optional<ComparedMeasure> bound =
                    least.size() < trials.size() ? Optional.empty() : Optional.of(log(measure, having, least));
            worseOnly.add(new WorseOnly(one, bound, few));
        } else if (effect == OutputLength.Effect.FLATTERED) {
            worseOnly.add(new WorseOnly(one, Optional.of(one), few));
        } else {
            compared.add(one);
        }
    }

    private ComparedMeasure log(Measure measure, List<BaselineRun> having, List<Double> trials) {
        return LogComparison.of(
                        policy,
                        measure,
                        against,
                        new LogComparison.Samples(
                                stored(measure, having), trials, within(measure, having), samples(measure)))
                .overWholeRun(isOverWholeRun(measure));
    }

    /** Returns the least that a percentile can be in each trial that has samples enough to know. */
    private List<Double> leastOfTrials(Measure measure) {
        double alpha = WorseOnly.SHARE * policy.guard().alpha();
        return candidate.trials().stream()
                .map(trial -> candidate.added().best(least(trial, measure, alpha), trial, measure, false))
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList();
    }

    private static OptionalDouble least(Measurement trial, Measure measure, double alpha) {
        return trial.distribution(measure.metric())
                .map(samples -> LeastPercentile.of(samples, measure.statistic(), alpha))
                .orElse(OptionalDouble.empty());
    }

    /**
     * Compares the build, as one run, together with earlier ones. Error rates are left out: they are rare events, of which
     * few builds have any.
     */
    Optional<ComparedMeasure> together(Measure measure, List<BaselineRun> builds) {
        List<BaselineRun> others =
                builds.stream().filter(run -> has(run, measure)).toList();
        if (others.isEmpty() || measure.metric() == Metric.ERROR_RATE) {
            return Optional.empty();
        }
        List<BaselineRun> having = having(measure);
        List<Double> values = new ArrayList<>(stored(measure, others));
        values.add(Math.exp(trials(measure).stream()
                .mapToDouble(LogComparison::log)
                .average()
                .orElseThrow()));
        return Optional.of(LogComparison.ofBuilds(
                        policy,
                        measure,
                        against,
                        new LogComparison.Samples(
                                stored(measure, having), values, within(measure, having), samples(measure)))
                .overWholeRun(isOverWholeRun(measure)));
    }

    /** A guarded measure of which no trial has samples, although it could. */
    private void lookAtNothing(Measure measure, List<BaselineRun> having) {
        if (having.isEmpty()) {
            findings.add(new Finding.Uncompared(measure, Lack.NO_SAMPLES));
        } else {
            findings.add(missing(measure, having, Verdict.REGRESSION, List.of()));
        }
    }

    /** Returns the numbers of the trials without samples. */
    private List<Integer> lacking(Measure measure) {
        return IntStream.range(0, candidate.trials().size())
                .filter(i ->
                        candidate.value(i, measure, isOverWholeRun(measure)).isEmpty())
                .mapToObj(i -> i + 1)
                .toList();
    }

    /** A bad start of the server is no regression: a measure missing in some trials only decides nothing. */
    private Finding missing(Measure measure, List<BaselineRun> having, Verdict verdict, List<Integer> without) {
        List<Double> stored = stored(measure, having);
        double baseline = LogComparison.of(
                        policy,
                        measure,
                        against,
                        new LogComparison.Samples(stored, stored, WithinRunVariance.UNKNOWN, 0))
                .baseline();
        return new Finding.Comparison(
                new Subject(measure, against, policy.guard().toleranceFor(measure))
                        .overWholeRun(isOverWholeRun(measure)),
                verdict,
                ComparedValues.without(baseline),
                Evidence.none(candidate.trials().size(), stored.size(), new ComparisonDetail.Missing(without)));
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
            findings.add(errors.immaterial(policy.guard().alpha()));
        }
    }

    private Span span(Measure measure) {
        if (!RegressionRule.isWindowRate(measure.metric())) {
            return Span.ANY;
        }
        return isOverWholeRun(measure) ? Span.WHOLE_RUN : Span.WINDOW;
    }

    /** Returns the runs that have a measure; a rate only over the same part of the run. */
    private List<BaselineRun> having(Measure measure) {
        return runs.stream().filter(run -> has(run, measure)).toList();
    }

    private boolean has(BaselineRun run, Measure measure) {
        return ComparedValue.of(run, measure, isOverWholeRun(measure)).isPresent();
    }

    private boolean isOverWholeRun(Measure measure) {
        return ComparedValue.isOverWholeRun(measure, candidate.ratesFromWholeRun(), runs);
    }

    private List<Double> stored(Measure measure, List<BaselineRun> having) {
        return having.stream()
                .map(run ->
                        ComparedValue.of(run, measure, isOverWholeRun(measure)).orElseThrow())
                .toList();
    }

    private List<Double> trials(Measure measure) {
        return IntStream.range(0, candidate.trials().size())
                .mapToObj(i -> candidate.value(i, measure, isOverWholeRun(measure)))
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList();
    }

    private WithinRunVariance within(Measure measure, List<BaselineRun> having) {
        double[] stored = having.stream()
                .map(run -> run.within().get(measure))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (stored.length == 0) {
            return WithinRunVariance.UNKNOWN;
        }
        double[] trials = candidate.trials().stream()
                .map(trial -> SliceBootstrap.relativeSd(trial, measure))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
        return WithinRunVariance.of(stored, trials);
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
