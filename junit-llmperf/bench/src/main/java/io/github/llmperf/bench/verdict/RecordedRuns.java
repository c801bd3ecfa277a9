package io.github.llmperf.bench.verdict;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Deals runs that were measured over HTTP, each once per experiment, and multiplies each with a luck that is drawn: the
 * requests have the shape that a real client sees, the runs as much in common as the cell says.
 */
final class RecordedRuns extends RunSource {

    private final List<RunRecord> records;
    private final int[] order;
    private int next;

    RecordedRuns(BenchCell cell, List<RunRecord> records) {
        super(cell);
        this.records = records;
        order = new int[records.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        int needed = cell.stored() + cell.trials() + 2 * Experiment.PAIRS;
        if (order.length < needed) {
            throw new IllegalArgumentException("cell \"" + cell.name() + "\" needs " + needed
                    + " recorded runs, but there are " + order.length + "; record more");
        }
    }

    @Override
    void begin(SplittableRandom random) {
        for (int i = order.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int moved = order[i];
            order[i] = order[other];
            order[other] = moved;
        }
        next = 0;
    }

    @Override
    BenchRun run(Luck luck, boolean slowed, SplittableRandom random) {
        RunRecord drawn = Slowdown.scaled(records.get(order[next++]), Math.exp(luck.ttft()), Math.exp(luck.tpot()));
        RunRecord record = slowed ? Slowdown.of(drawn, cell) : drawn;
        return BenchRun.of(record);
    }
}
