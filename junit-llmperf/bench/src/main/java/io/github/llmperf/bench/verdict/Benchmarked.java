package io.github.llmperf.bench.verdict;

import io.github.llmperf.metric.Verdict;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Results of all cells, to be asked.
 *
 * @param cells in the order of their file
 */
record Benchmarked(List<CellResult> cells) {

    static final List<String> ENVIRONMENTS = List.of("quiet", "typical", "noisy");
    static final String ONE = OwnRule.with(1).name();
    static final String THREE = OwnRule.with(Rules.TRIALS).name();

    CellResult cell(String name) {
        return cells.stream()
                .filter(result -> result.cell().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there must be a cell \"" + name + "\""));
    }

    Stream<CellResult> where(Predicate<BenchCell> wanted) {
        return cells.stream().filter(result -> wanted.test(result.cell()));
    }

    /** Returns results of the same number of stored runs in all cells: those that do not grow. */
    Stream<CellResult> fixed() {
        return where(cell -> !cell.eachStored());
    }

    Stream<CellResult> growing(double effect) {
        return where(cell -> cell.eachStored() && cell.effect() == effect);
    }

    static String growing(int trials, int stored) {
        return OwnRule.with(trials, stored).name();
    }

    /** Returns how often a build failed. */
    static Interval failed(CellResult result, String rule) {
        return result.rule(rule).builds(Verdict.REGRESSION);
    }
}
