package io.github.llmperf.bench.verdict;

import java.util.Map;
import java.util.Objects;

/**
 * What came of one cell.
 *
 * @param cell as it was when it was run
 * @param rules per name of a rule
 */
record CellResult(BenchCell cell, Map<String, Outcomes> rules) {

    Outcomes rule(String name) {
        return Objects.requireNonNull(rules.get(name), () -> cell.name() + " has no results of \"" + name + "\"");
    }
}
