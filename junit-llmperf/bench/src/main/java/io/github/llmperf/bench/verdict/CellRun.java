package io.github.llmperf.bench.verdict;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Runs all experiments of a cell on all processors. Blocks of experiments have seeds of their own, so that the result
 * depends on nothing but the cell.
 *
 * @param source makes one source of runs for each block
 * @param rules what judges
 */
record CellRun(BenchCell cell, Supplier<RunSource> source, List<BuildRule> rules) {

    private static final int BLOCK = 50;

    CellResult result() {
        int blocks = (cell.experiments() + BLOCK - 1) / BLOCK;
        // Seeds at equal distances would give the same numbers, shifted.
        long[] seeds = new SplittableRandom(cell.seed()).longs(blocks).toArray();
        List<Outcomes> sums = IntStream.range(0, blocks)
                .parallel()
                .mapToObj(number -> block(number, seeds[number]))
                .reduce((first, second) -> IntStream.range(0, rules.size())
                        .mapToObj(i -> first.get(i).plus(second.get(i)))
                        .toList())
                .orElseThrow();
        Map<String, Outcomes> named = new LinkedHashMap<>();
        for (int i = 0; i < rules.size(); i++) {
            named.put(rules.get(i).name(), sums.get(i));
        }
        return new CellResult(cell, named);
    }

    private List<Outcomes> block(int number, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RunSource runs = source.get();
        Outcomes[] sums = new Outcomes[rules.size()];
        Arrays.setAll(sums, i -> Outcomes.none(thresholds(rules.get(i))));
        int size = Math.min(BLOCK, cell.experiments() - number * BLOCK);
        for (int i = 0; i < size; i++) {
            Experiment experiment = runs.draw(random);
            for (int rule = 0; rule < sums.length; rule++) {
                sums[rule] = judged(sums[rule], rules.get(rule), experiment);
            }
        }
        return List.of(sums);
    }

    private Outcomes judged(Outcomes before, BuildRule rule, Experiment experiment) {
        return before.plus(rule.decide(experiment, Curves.isPartOf(cell)));
    }

    private int thresholds(BuildRule rule) {
        return Curves.isPartOf(cell) ? rule.thresholds() : 0;
    }
}
