package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.BaselineStore;
import io.github.llmperf.metric.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A build together with some just before it. Each is a run of its own, so what is too small to show in one of them may
 * show in all. They are compared by the same rule.
 *
 * <p>All tests of this kind share half of alpha, beside the whole that a build alone has. One half of it goes to builds
 * that are not decided: there may be one to {@link BaselineStore#MOST_OPEN} of them, and each number has an equal part,
 * which it keeps whether or not it is reached. The other goes to the comparison with the epoch's first runs. So a build
 * without change is called a regression in at most 1.5 × alpha of all cases, whatever came before it.
 *
 * @param number how many builds came before this one
 * @param compared what all of them amount to
 * @param verdicts on each, in the same order
 */
record BuildsTogether(int number, List<ComparedMeasure> compared, List<Verdict> verdicts) {

    private static final double SHARE = .25;

    /**
     * Judges builds that are not decided, against the runs that count.
     *
     * @return empty where each build before this one is decided
     */
    static Optional<BuildsTogether> ofOpen(List<BaselineRun> open, ReferenceComparison stored, double alpha) {
        return of(open, stored, alpha * SHARE / BaselineStore.MOST_OPEN);
    }

    /**
     * Judges the newest builds that count, against the epoch's first runs.
     *
     * @return empty where the epoch is short, or has an anchor that was named
     */
    static Optional<BuildsTogether> sinceStart(List<BaselineRun> newest, ReferenceComparison first, double alpha) {
        return of(newest, first, alpha * SHARE);
    }

    private static Optional<BuildsTogether> of(List<BaselineRun> builds, ReferenceComparison reference, double alpha) {
        List<ComparedMeasure> together = reference.compared().stream()
                .flatMap(one -> reference.together(one.measure(), builds).stream())
                .toList();
        if (together.isEmpty()) {
            return Optional.empty();
        }
        List<Verdict> verdicts = RunLevelRule.decide(
                together.stream().map(ComparedMeasure::toCase).toList(), alpha);
        return Optional.of(new BuildsTogether(builds.size(), together, verdicts));
    }

    /** Returns every measure of which all builds amount to a regression. */
    List<ComparedMeasure> regressions() {
        return IntStream.range(0, compared.size())
                .filter(i -> verdicts.get(i) == Verdict.REGRESSION)
                .mapToObj(compared::get)
                .toList();
    }

    /** Returns what all builds amount to where that is a regression, of a measure that is undecided for this one alone. */
    Optional<ComparedMeasure> regression(ComparedMeasure alone, Verdict verdict) {
        return regressions().stream()
                .filter(one -> verdict == Verdict.UNDECIDED
                        && one.measure().equals(alone.measure())
                        && one.subject().against().equals(alone.subject().against()))
                .findFirst();
    }

    Remark remark() {
        boolean worse = compared.stream()
                .anyMatch(one -> TrialRule.isLikely(one.difference().shift(), one.delta()));
        return new Remark.Together(number, worse);
    }
}
