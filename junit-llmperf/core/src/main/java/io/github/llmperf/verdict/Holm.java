package io.github.llmperf.verdict;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Holm's step-down correction: of several p values, which may be called significant so that the chance of even one false
 * claim stays below alpha. S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
 * Statistics 6 (1979), 65–70.
 */
final class Holm {

    private Holm() {}

    /** Returns for each p value whether it is significant. */
    static boolean[] significant(double[] p, double alpha) {
        List<Integer> ascending = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i]))
                .toList();
        boolean[] significant = new boolean[p.length];
        for (int rank = 0; rank < p.length; rank++) {
            int i = ascending.get(rank);
            if (!(p[i] < alpha / (p.length - rank))) {
                break;
            }
            significant[i] = true;
        }
        return significant;
    }
}
