package io.github.llmperf.verdict;

import io.github.llmperf.metric.Verdict;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * A guarded measure that can be no worse than it looks here, or hardly, so that a worsening can be told and nothing else:
 * one of too few samples, or one that a change of length makes look better. All of a cell share a tenth of alpha, beside
 * the whole that the other measures have.
 *
 * @param shown what is said of it
 * @param bound the least that it can be; empty where there are too few samples to know
 * @param few how many samples it lacks; empty where it has enough
 */
record WorseOnly(ComparedMeasure shown, Optional<ComparedMeasure> bound, Optional<ComparisonDetail.FewSamples> few) {

    /** Part of alpha that the measures of a cell share. */
    static final double SHARE = .1;

    /** Of few samples nothing is claimed but a doubling. */
    private static final double DOUBLED = Math.log(2);

    /** Decides which of them became worse for certain; the others stay undecided or barred. */
    static List<Verdict> decide(List<WorseOnly> all, double alpha) {
        Iterator<Verdict> bounded = RunLevelRule.decide(
                        all.stream()
                                .filter(one -> one.bound.isPresent())
                                .map(WorseOnly::toCase)
                                .toList(),
                        SHARE * alpha)
                .iterator();
        return all.stream()
                .map(one -> one.bound.isPresent() && bounded.next() == Verdict.REGRESSION
                        ? Verdict.REGRESSION
                        : Verdict.UNDECIDED)
                .toList();
    }

    private RunLevelRule.Case toCase() {
        ComparedMeasure least = bound.orElseThrow();
        return new RunLevelRule.Case(
                least.difference(), few.isPresent() ? Math.max(DOUBLED, least.delta()) : least.delta());
    }

    Finding.Comparison finding(Verdict verdict, double alpha) {
        return few.map(shown::as).orElse(shown).finding(verdict, alpha);
    }
}
