package io.github.llmperf.bench.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws experiments of a cell; subclasses say what a run consists of. */
abstract class RunSource {

    final BenchCell cell;

    RunSource(BenchCell cell) {
        this.cell = cell;
    }

    /** Draws one run. */
    abstract BenchRun run(Luck luck, boolean slowed, SplittableRandom random);

    /** Gets ready for the next experiment. */
    void begin(SplittableRandom random) {}

    /** Draws baseline, candidate and pairs; neither shares a run with any other experiment. */
    final Experiment draw(SplittableRandom random) {
        begin(random);
        List<BenchRun> stored = new ArrayList<>();
        for (int i = 0; i < cell.stored(); i++) {
            stored.add(run(Luck.draw(cell, random).drifted(cell, i), false, random));
        }
        List<BenchRun> trials = new ArrayList<>();
        for (int i = 0; i < cell.trials(); i++) {
            trials.add(run(Luck.draw(cell, random).drifted(cell, cell.stored()), true, random));
        }
        // Both targets run in one trial, so that they share its luck.
        Luck shared = Luck.draw(cell, random);
        List<BenchRun> reference = new ArrayList<>();
        List<BenchRun> paired = new ArrayList<>();
        for (int i = 0; i < Experiment.PAIRS; i++) {
            reference.add(run(shared, false, random));
            paired.add(run(shared, true, random));
        }
        return new Experiment(stored, trials, reference, paired);
    }
}
