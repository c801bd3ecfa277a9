package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.NoRuns;
import io.github.llmperf.measure.AnsweringModels;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.Remark.WhyNot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The guarded measures of a run against the stored runs of the same cell, and against pinned ones where the plan names an
 * anchor. All comparisons of the cell are decided together, so that the chance of a false alarm holds for the cell.
 */
final class RegressionRule {

    private final LoadPlan plan;
    private final BaselinePolicy policy;
    private final Candidate candidate;
    private final List<ComparedMeasure> compared = new ArrayList<>();
    private final List<ReferenceComparison> references = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    private Optional<BuildsTogether> together = Optional.empty();

    private RegressionRule(LoadPlan plan, Candidate candidate) {
        this.plan = plan;
        this.policy = plan.criteria().baseline();
        this.candidate = candidate;
    }

    /** Returns the findings; none when stored runs were not asked for. */
    static List<Finding> judge(LoadPlan plan, Candidate candidate, BaselineLookup lookup) {
        if (!plan.criteria().baseline().compares()) {
            return List.of();
        }
        RegressionRule rule = new RegressionRule(plan, candidate);
        rule.look(Reference.STORED_RUNS, lookup.runs(), lookup.why())
                .ifPresent(stored -> rule.together = BuildsTogether.ofOpen(
                        lookup.open(), stored, rule.policy.guard().alpha()));
        lookup.anchor().ifPresent(anchor -> rule.look(Reference.anchor(anchor.tag()), anchor.runs(), anchor.why()));
        rule.decide();
        lookup.epochStart().ifPresent(rule::lookAtStart);
        return rule.findings;
    }

    /** Says only what has crept in: most tests are compared with their stored runs, and nothing else is news. */
    private void lookAtStart(BaselineLookup.EpochStart epoch) {
        ReferenceComparison first = ReferenceComparison.of(plan, candidate, Reference.EPOCH_START, epoch.first());
        BuildsTogether.sinceStart(epoch.newest(), first, policy.guard().alpha()).stream()
                .flatMap(builds -> builds.regressions().stream())
                .forEach(one -> add(one.finding(Verdict.REGRESSION, strictestAlpha())));
    }

    private Optional<ReferenceComparison> look(Reference against, List<BaselineRun> runs, Optional<NoRuns> why) {
        if (runs.isEmpty()) {
            findings.add(new Finding.NotComparable(new MissingReference.NothingStored(against, why.orElseThrow())));
            return Optional.empty();
        }
        otherModel(against, runs).map(Finding.NotComparable::new).ifPresent(this::add);
        ReferenceComparison comparison = ReferenceComparison.of(plan, candidate, against, runs);
        compared.addAll(comparison.compared());
        references.add(comparison);
        comparison.findings().forEach(this::add);
        return Optional.of(comparison);
    }

    private Optional<MissingReference> otherModel(Reference against, List<BaselineRun> runs) {
        SortedSet<String> now = AnsweringModels.in(candidate.run().records());
        SortedSet<String> before = runs.stream()
                .flatMap(run -> run.environment().answeredBy().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        return before.isEmpty() || before.containsAll(now)
                ? Optional.empty()
                : Optional.of(new MissingReference.OtherModel(against, List.copyOf(before), List.copyOf(now)));
    }

    private void decide() {
        List<Verdict> verdicts = RunLevelRule.decide(
                compared.stream().map(ComparedMeasure::toCase).toList(),
                policy.guard().alpha());
        for (int i = 0; i < compared.size(); i++) {
            ComparedMeasure alone = compared.get(i);
            Verdict verdict = verdicts.get(i);
            add(together.flatMap(builds -> builds.regression(alone, verdict))
                    .map(builds -> builds.finding(Verdict.REGRESSION, strictestAlpha()))
                    .orElseGet(() -> alone.finding(verdict, strictestAlpha())));
        }
        together.map(BuildsTogether::remark).map(Finding.Note::new).ifPresent(this::add);
        decideWorseOnly();
    }

    private void decideWorseOnly() {
        List<WorseOnly> all = references.stream()
                .flatMap(reference -> reference.worseOnly().stream())
                .toList();
        List<Verdict> verdicts = WorseOnly.decide(all, policy.guard().alpha());
        for (ReferenceComparison reference : references) {
            List<Measure> barred = new ArrayList<>(reference.barred());
            for (WorseOnly one : reference.worseOnly()) {
                Verdict verdict = verdicts.get(all.indexOf(one));
                if (verdict == Verdict.REGRESSION || one.few().isPresent()) {
                    add(one.finding(verdict, strictestAlpha()));
                } else {
                    barred.add(one.shown().measure());
                }
            }
            OutputLength.barring(reference.length(), reference.against(), barred)
                    .ifPresent(this::add);
        }
    }

    private void add(Finding finding) {
        if (!(finding instanceof Finding.Note) || !findings.contains(finding)) {
            // Findings about this run alone are the same whatever it is compared with.
            findings.add(finding);
        }
    }

    /** Holm's correction is strictest for the first measure, so detectability is computed for that one. */
    private double strictestAlpha() {
        return policy.guard().alpha() / Math.max(1, compared.size());
    }

    /** Returns how many samples a percentile takes, where there are fewer: ten beyond it. */
    static Optional<ComparisonDetail.FewSamples> fewSamples(Measure measure, long n) {
        long needed = SamplesNeeded.toCompare(measure);
        return measure.statistic().kind() != Statistic.Kind.PERCENTILE || n >= needed
                ? Optional.empty()
                : Optional.of(new ComparisonDetail.FewSamples(needed, n));
    }

    /** Returns the guarded measures in their order; the error rate is looked at whether or not it is among them. */
    static List<Measure> comparedOneByOne(LoadPlan plan) {
        return plan.criteria().baseline().guard().gated().stream()
                .filter(measure -> measure.metric() != Metric.ERROR_RATE)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns whether a gated measure is compared; one of too few samples is not. */
    static boolean isGated(LoadPlan plan, Measure measure, long n) {
        return whyNotCompared(plan, measure).isEmpty() && fewSamples(measure, n).isEmpty();
    }

    /** Returns why a gated measure is meaningless under a plan; empty if it is meaningful. */
    static Optional<WhyNot> whyNotCompared(LoadPlan plan, Measure measure) {
        Metric metric = measure.metric();
        if (metric.needsStream() && !plan.load().workload().stream()) {
            return Optional.of(WhyNot.NOT_STREAMED);
        }
        if ((metric == Metric.TPOT || metric == Metric.ITL)
                && plan.load().workload().maxNewTokens() == 1) {
            return Optional.of(WhyNot.ONE_TOKEN);
        }
        if (metric.better().worseSign() == 0) {
            return Optional.of(WhyNot.NO_DIRECTION);
        }
        boolean fixedRate =
                plan.load().arrival() instanceof Arrival.OpenLoop open && Double.isFinite(open.requestRate());
        if (fixedRate && isWindowRate(metric) && metric != Metric.GOODPUT) {
            return Optional.of(WhyNot.FIXED_RATE);
        }
        return metric == Metric.ERROR_RATE ? Optional.of(WhyNot.OWN_RULE) : Optional.empty();
    }

    static boolean isWindowRate(Metric metric) {
        return !metric.hasDistribution()
                && !metric.isOfSearch()
                && metric.unit().isRate();
    }
}
