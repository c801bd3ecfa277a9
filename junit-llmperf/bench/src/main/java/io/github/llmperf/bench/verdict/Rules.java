package io.github.llmperf.bench.verdict;

import java.util.ArrayList;
import java.util.List;

/** Which rules judge a cell. */
final class Rules {

    /** Numbers of stored runs that a growing baseline is looked at with. */
    static final List<Integer> GROWING = List.of(1, 2, 3, 4, 5, 6, 7, 8, 10, 15, 30);

    static final int TRIALS = 3;

    private Rules() {}

    static List<BuildRule> of(BenchCell cell) {
        List<BuildRule> rules = new ArrayList<>();
        if (cell.eachStored()) {
            for (int stored : GROWING) {
                rules.add(OwnRule.with(1, stored));
                rules.add(OwnRule.with(cell.trials(), stored));
            }
            return rules;
        }
        rules.add(OwnRule.with(1));
        rules.add(OwnRule.with(cell.trials()));
        rules.add(new OwnPairedRule());
        for (Rival rival : Rivals.ALL) {
            if (cell.source() != BenchCell.Source.RUN || !rival.looksAtRequests()) {
                rules.add(new RivalRule(rival));
            }
        }
        return rules;
    }
}
