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
        return pairs(stored, trials, PairedStarts.ANEW, random);
    }

    /** Draws pairs alone. */
    final Experiment drawPairs(PairedStarts starts, SplittableRandom random) {
        begin(random);
        return pairs(List.of(), List.of(), starts, random);
    }

    /** A target keeps the luck of a start as long as it runs; the other one has its own. */
    private Experiment pairs(
            List<BenchRun> stored, List<BenchRun> trials, PairedStarts starts, SplittableRandom random) {
        List<BenchRun> reference = new ArrayList<>();
        List<BenchRun> paired = new ArrayList<>();
        Luck there = Luck.draw(cell, random);
        // From numbers of their own, so that how many are drawn changes no run of another rule.
        SplittableRandom lucks = new SplittableRandom(Double.doubleToLongBits(there.ttft()));
        Luck here = Luck.draw(cell, lucks);
        for (int i = 0; i < Experiment.PAIRS; i++) {
            reference.add(run(there, false, random));
            paired.add(run(here, true, random));
            if (starts == PairedStarts.ANEW) {
                there = Luck.draw(cell, lucks);
                here = Luck.draw(cell, lucks);
            }
        }
        return new Experiment(stored, trials, reference, paired);
    }
}
