package io.github.llmperf.verdict;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.ErrorRateComparison.Attempts;
import io.github.llmperf.verdict.Finding.Uncompared.Lack;
import io.github.llmperf.verdict.PairedRuns.Pair;
import io.github.llmperf.verdict.Remark.WhyNot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The guarded measures of a run against a second target that was measured in turns with it: the rules of
 * {@link RegressionRule}, with pairs of loads in the place of stored runs.
 */
final class PairedRule {

    private final LoadPlan plan;
    private final BaselinePolicy policy;
    private final Candidate candidate;
    private final Measurement measurement;
    private final MostAdded added;
    private final PairedRuns paired;
    private final Reference against;
    private final List<ComparedMeasure> compared = new ArrayList<>();
    private final List<WorseOnly> worseOnly = new ArrayList<>();
    private final List<Measure> barred = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final Optional<OutputLength> length;

    private PairedRule(LoadPlan plan, Candidate candidate, PairedRuns paired) {
        this.plan = plan;
        this.policy = plan.criteria().baseline();
        this.candidate = candidate;
        this.measurement = candidate.measurement();
        this.added = candidate.added();
        this.paired = paired;
        this.against = Reference.target(paired.pairing().name());
        this.length = OutputLength.difference(measurement, paired.measurement());
    }

    /** Returns the findings; there are at least two whole pairs. */
    static List<Finding> judge(LoadPlan plan, Candidate candidate, PairedRuns paired) {
        return new PairedRule(plan, candidate, paired).judge();
    }

    private List<Finding> judge() {
        length.flatMap(change ->
                        change.collapse(against, candidate, paired.pairs().size()))
                .ifPresent(findings::add);
        RegressionRule.comparedOneByOne(plan).forEach(this::look);
        lookAtErrorRate();
        List<Verdict> verdicts = RunLevelRule.decide(
                compared.stream().map(ComparedMeasure::toCase).toList(),
                policy.guard().alpha());
        for (int i = 0; i < compared.size(); i++) {
            findings.add(compared.get(i).finding(verdicts.get(i), strictestAlpha()));
        }
        decideWorseOnly();
        findings.add(new Finding.Note(new Remark.PairsCompare(paired.pairing().unit())));
        return findings;
    }

    private void decideWorseOnly() {
        List<Verdict> verdicts = WorseOnly.decide(worseOnly, policy.guard().alpha());
        for (int i = 0; i < worseOnly.size(); i++) {
            WorseOnly one = worseOnly.get(i);
            if (verdicts.get(i) == Verdict.REGRESSION || one.few().isPresent()) {
                findings.add(one.finding(verdicts.get(i), strictestAlpha()));
            } else {
                barred.add(one.shown().measure());
            }
        }
        OutputLength.barring(length, against, barred).ifPresent(findings::add);
    }

    private void look(Measure measure) {
        Optional<WhyNot> impossible = RegressionRule.whyNotCompared(plan, measure);
        if (impossible.isPresent()) {
            findings.add(new Finding.Note(new Remark.NotCompared(measure, impossible.get())));
            return;
        }
        List<Pair> usable = usable(measure);
        if (usable.size() >= 2) {
            compare(measure, usable);
        } else if (measurement.value(measure).isEmpty()
                && paired.measurement().value(measure).isPresent()) {
            lookAtNothing(measure, paired.measurement().value(measure).getAsDouble());
        } else {
            findings.add(new Finding.Uncompared(measure, Lack.FEW_PAIRS));
        }
    }

    private void compare(Measure measure, List<Pair> usable) {
        OutputLength.Effect effect =
                length.map(change -> change.on(measure.metric())).orElse(OutputLength.Effect.NONE);
        Optional<ComparisonDetail.FewSamples> few = RegressionRule.fewSamples(measure, measurement.measured(measure));
        ComparedMeasure one = log(measure, usable);
        if (effect == OutputLength.Effect.BARRED) {
            barred.add(measure);
        } else if (few.isPresent() || effect == OutputLength.Effect.FLATTERED) {
            // How much few samples differ by chance shows in how much the pairs differ.
            worseOnly.add(new WorseOnly(one, Optional.of(one), few));
        } else {
            compared.add(one);
        }
    }

    private ComparedMeasure log(Measure measure, List<Pair> usable) {
        boolean wholeRun = isOverWholeRun(measure, usable);
        return LogComparison.ofPairs(
                        policy,
                        measure,
                        against,
                        atBest(measure, wholeRun, usable),
                        values(measure, wholeRun, usable, Pair::other),
                        measurement.measured(measure))
                .overWholeRun(wholeRun);
    }

    /** A guarded measure of which the own target has no samples, although the other has. */
    private void lookAtNothing(Measure measure, double baseline) {
        findings.add(new Finding.Comparison(
                new Subject(measure, against, policy.guard().toleranceFor(measure)),
                Verdict.REGRESSION,
                ComparedValues.without(baseline),
                Evidence.none(1, paired.pairs().size(), new ComparisonDetail.Missing(List.of()))));
    }

    private void lookAtErrorRate() {
        List<Pair> pairs = paired.pairs().stream()
                .filter(pair -> pair.own().requests().attempted() > 0
                        && pair.other().requests().attempted() > 0)
                .toList();
        if (pairs.size() < 2) {
            return;
        }
        ErrorRateComparison errors =
                ErrorRateComparison.ofPairs(against, attempts(pairs, Pair::own), attempts(pairs, Pair::other));
        if (errors.material()) {
            compared.add(errors.compared());
        } else {
            findings.add(errors.immaterial(policy.guard().alpha()));
        }
    }

    private static List<Attempts> attempts(List<Pair> pairs, Function<Pair, Measurement> side) {
        return pairs.stream()
                .map(side)
                .map(load ->
                        new Attempts(load.requests().failed(), load.requests().attempted()))
                .toList();
    }

    /** Returns the pairs of which both loads have the measure. */
    private List<Pair> usable(Measure measure) {
        return paired.pairs().stream()
                .filter(pair -> exists(measure, pair.own()) && exists(measure, pair.other()))
                .toList();
    }

    /** Rates are compared over the whole run where a load has none over the window. */
    private static boolean isOverWholeRun(Measure measure, List<Pair> pairs) {
        return RegressionRule.isWindowRate(measure.metric())
                && pairs.stream()
                        .flatMap(pair -> Stream.of(pair.own(), pair.other()))
                        .anyMatch(load -> load.window().ratesFromWholeRun());
    }

    private static boolean exists(Measure measure, Measurement load) {
        Statistic statistic = measure.statistic();
        return load.value(measure).isPresent()
                && (statistic.kind() != Statistic.Kind.PERCENTILE
                        || load.measured(measure) >= statistic.samplesToExist());
    }

    /** Returns the values of the own target, without what a busy client can have added to them. */
    private List<Double> atBest(Measure measure, boolean wholeRun, List<Pair> pairs) {
        return pairs.stream()
                .map(Pair::own)
                .map(load -> added.best(load.compared(measure, wholeRun), load, measure, false)
                        .orElseThrow())
                .toList();
    }

    private static List<Double> values(
            Measure measure, boolean wholeRun, List<Pair> pairs, Function<Pair, Measurement> side) {
        return pairs.stream()
                .map(side)
                .map(load -> load.compared(measure, wholeRun).orElseThrow())
                .toList();
    }

    /** Holm's correction is strictest for the first measure, so detectability is computed for that one. */
    private double strictestAlpha() {
        return policy.guard().alpha() / Math.max(1, compared.size());
    }
}
