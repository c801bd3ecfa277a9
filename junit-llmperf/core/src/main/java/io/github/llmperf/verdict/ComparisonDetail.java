package io.github.llmperf.verdict;

import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** How the two sides of a comparison relate, apart from their means. */
@API(status = Status.INTERNAL, since = "0.1")
public sealed interface ComparisonDetail {

    /** Trials among stored runs. */
    record Ranked(Rank rank) implements ComparisonDetail {}

    /**
     * Pairs of loads.
     *
     * @param worse in how many of them this side was worse
     */
    record InPairs(int worse) implements ComparisonDetail {}

    /** Error rates less than a percentage point or three failures apart: never claimed, and so without a share of alpha. */
    record Immaterial() implements ComparisonDetail {}

    /**
     * There are too few samples beyond the percentile to decide by.
     *
     * @param needed samples that it takes
     * @param n samples there are
     */
    record FewSamples(long needed, long n) implements ComparisonDetail {}

    /** Answers have less than half the length of those on the other side. */
    record Collapsed() implements ComparisonDetail {}

    /**
     * The measure has no samples here, though it is guarded and the other side has it.
     *
     * @param trials in which it is missing, from 1; empty where in all
     */
    record Missing(List<Integer> trials) implements ComparisonDetail {

        /** Copies the list. */
        public Missing {
            trials = List.copyOf(trials);
        }
    }
}
