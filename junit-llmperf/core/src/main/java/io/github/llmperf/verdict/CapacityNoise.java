package io.github.llmperf.verdict;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * How much runs of one amount differ beyond the noise of their requests: a prior whose weight fades as amounts are run
 * twice, since a single run cannot show it.
 */
final class CapacityNoise {

    /** Run-to-run standard deviation assumed within one search, on one start of the server. */
    static final double ASSUMED = .03;

    private static final int WEIGHT = 2;

    /** Beyond a factor of e from the limit, a run's noise is not that of one near it. */
    private static final double NEAR = 1;

    private CapacityNoise() {}

    /** Returns the moderated variance between runs. */
    static double variance(Collection<List<CapacityRun>> byAmount) {
        double squares = WEIGHT * ASSUMED * ASSUMED;
        int freedom = WEIGHT;
        for (List<CapacityRun> runs : byAmount) {
            for (List<CapacityMargin> margins : byLimit(runs)) {
                if (margins.size() > 1 && margins.stream().allMatch(CapacityNoise::isNear)) {
                    freedom += margins.size() - 1;
                    squares += beyondWithin(margins);
                }
            }
        }
        return squares / freedom;
    }

    private static boolean isNear(CapacityMargin margin) {
        return !margin.isCount() && Math.abs(margin.log()) <= NEAR;
    }

    private static double beyondWithin(List<CapacityMargin> margins) {
        double mean =
                margins.stream().mapToDouble(CapacityMargin::log).average().orElseThrow();
        double within =
                margins.stream().mapToDouble(m -> m.sd() * m.sd()).average().orElseThrow();
        double squares = margins.stream()
                .mapToDouble(m -> (m.log() - mean) * (m.log() - mean))
                .sum();
        return Math.max(0, squares - (margins.size() - 1) * within);
    }

    /** Returns for each limit its margins in all measured runs. */
    static List<List<CapacityMargin>> byLimit(List<CapacityRun> runs) {
        List<CapacityRun> measured = runs.stream()
                .filter(run -> run.kind() == CapacityRun.Kind.MEASURED)
                .toList();
        List<List<CapacityMargin>> byLimit = new ArrayList<>();
        int limits = measured.isEmpty() ? 0 : measured.get(0).margins().size();
        for (int i = 0; i < limits; i++) {
            int limit = i;
            byLimit.add(measured.stream().map(run -> run.margins().get(limit)).toList());
        }
        return byLimit;
    }
}
