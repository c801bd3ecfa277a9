package io.github.llmperf.verdict;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Finding.Sla;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.verdict.Finding.Validity;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Decides whether what makes a run doubtful could have changed its verdict. A broken limit or a regression that none of the
 * doubts can have caused stands, and a limit that is met although the client was busy is met. Only in between a run cannot
 * be judged. What is met after a try that looked bad must be measured well: else the luckiest of several would count.
 */
final class Doubts {

    private final LoadPlan plan;
    private final Candidate candidate;
    private final List<Finding> findings;
    private final MostAdded added;
    private final Set<Subject> regressedAtBest;

    private Doubts(
            LoadPlan plan, Candidate candidate, List<Finding> findings, Function<Candidate, List<Finding>> comparison) {
        this.plan = plan;
        this.candidate = candidate;
        this.findings = findings;
        this.added = MostAdded.of(plan, candidate.run(), candidate.measurement());
        this.regressedAtBest = added.known() && isRegressed(findings)
                ? comparison.apply(candidate.without(added)).stream()
                        .filter(finding -> finding.verdict() == Verdict.REGRESSION)
                        .map(finding -> ((Comparison) finding).subject())
                        .collect(Collectors.toSet())
                : Set.of();
    }

    /**
     * Turns doubts into notes where they cannot have changed the verdict.
     *
     * @param findings all of the run; changed in place
     * @param comparison compares a candidate as {@code findings} did, where they did
     */
    static void settle(
            LoadPlan plan, Candidate candidate, List<Finding> findings, Function<Candidate, List<Finding>> comparison) {
        boolean doubted = findings.stream().anyMatch(Doubts::isDoubt);
        boolean failed = findings.stream().anyMatch(finding -> finding.verdict() == Verdict.ERROR);
        if (doubted && !failed) {
            new Doubts(plan, candidate, findings, comparison).settle();
        }
    }

    private static boolean isRegressed(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.verdict() == Verdict.REGRESSION);
    }

    private static boolean isDoubt(Finding finding) {
        return finding.verdict() == Verdict.INVALID;
    }

    private static boolean isBad(Finding finding) {
        return finding.verdict() == Verdict.SLA_VIOLATED || finding.verdict() == Verdict.REGRESSION;
    }

    private void settle() {
        List<Finding> bad = findings.stream().filter(Doubts::isBad).toList();
        List<Finding> doubts = findings.stream().filter(Doubts::isDoubt).toList();
        boolean certain = bad.stream().anyMatch(one -> doubts.stream().noneMatch(doubt -> mayHaveCaused(doubt, one)));
        boolean harmless = bad.isEmpty()
                && !candidate.looksSaved()
                && added.deliversThePlan()
                && doubts.stream().allMatch(Doubts::isBusyClient);
        if (certain || harmless) {
            findings.replaceAll(finding -> isDoubt(finding) ? asNote(finding) : finding);
        }
    }

    private static boolean isBusyClient(Finding doubt) {
        return doubt instanceof Validity validity && validity.cause() instanceof Cause.GeneratorSaturated;
    }

    private static Finding asNote(Finding doubt) {
        return doubt instanceof Validity validity
                ? new Validity(Status.NOTE, validity.cause())
                : ((Sla) doubt).as(Status.NOTE);
    }

    private boolean mayHaveCaused(Finding doubt, Finding bad) {
        // That one percentile has too few samples says nothing about another measure.
        return doubt instanceof Validity validity && mayHaveCaused(validity.cause(), bad);
    }

    private boolean mayHaveCaused(Cause cause, Finding bad) {
        if (cause instanceof Cause.GeneratorSaturated) {
            return mayBeOfClient(bad);
        }
        if (cause instanceof Cause.OfSecondTarget other) {
            // A busy client makes the second target look slower, and so the own one better.
            return bad instanceof Comparison && !(other.cause() instanceof Cause.GeneratorSaturated);
        }
        if (cause instanceof Cause.TooFewPairs) {
            return bad instanceof Comparison; // the own target's limits need no pairs
        }
        if (cause instanceof Cause.CacheRepeated || cause instanceof Cause.CacheHits) {
            return false; // a cache only makes a server faster
        }
        if (cause instanceof Cause.NotSteady unsteady) {
            // What kept rising would have come out worse still, and what fell better.
            return !unsteady.rose() && !isOfAnswers(bad);
        }
        return !(cause instanceof Cause.Profiled && isOfAnswers(bad));
    }

    /** Returns whether it is about what the answers are, not how fast they come. */
    private static boolean isOfAnswers(Finding bad) {
        return isOfErrors(bad) || (bad instanceof Comparison c && !c.isTested() && !c.isMissing());
    }

    private static boolean isOfErrors(Finding bad) {
        return (bad instanceof Sla sla && sla.limit().measure().metric() == Metric.ERROR_RATE)
                || (bad instanceof Comparison c && c.measure().metric() == Metric.ERROR_RATE);
    }

    private boolean mayBeOfClient(Finding bad) {
        if (isOfErrors(bad)) {
            // A client that stalls as long as a request may take makes requests time out.
            return !added.known()
                    || added.latency().max() >= plan.caps().timeout().toMillis();
        }
        if (bad instanceof Comparison c) {
            return !MostAdded.bounds(c.measure().metric()) || !regressedAtBest.contains(c.subject());
        }
        return !(bad instanceof Sla sla)
                || !MostAdded.bounds(sla.limit().measure().metric())
                || isMetAtBest(sla.limit());
    }

    private boolean isMetAtBest(Limit limit) {
        Measurement seen = candidate.measurement();
        return added.best(seen.limited(limit.measure()), seen, limit.measure(), true).stream()
                .allMatch(limit::isMetBy);
    }
}
