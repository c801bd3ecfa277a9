package io.github.llmperf.baseline;

import io.github.llmperf.metric.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * Which comparable runs count, and which of the newest are not decided. Runs that look worse wait. The first later run
 * that is confirmed was judged together with them, and does not look worse: they were noise and count from then on.
 * Without them the stored runs would look faster and steadier than they are. A regression never counts unless it is
 * accepted; while nothing after it is confirmed, it is judged together with the next runs, so that a lucky run does not
 * undo it.
 *
 * @param confirmed oldest first
 * @param open waiting runs and regressions since the last confirmed one, oldest first
 */
record Settled(List<BaselineRun> confirmed, List<BaselineRun> open) {

    static Settled of(List<BaselineRun> oldestFirst) {
        List<BaselineRun> confirmed = new ArrayList<>();
        List<BaselineRun> open = new ArrayList<>();
        for (BaselineRun run : oldestFirst) {
            if (run.isUsable()) {
                if (run.accepted() == null) {
                    open.stream().filter(Settled::waits).forEach(confirmed::add);
                }
                open.clear();
                confirmed.add(run);
            } else if (waits(run) || run.verdict() == Verdict.REGRESSION) {
                open.add(run);
            }
        }
        return new Settled(confirmed, open);
    }

    /** Returns the same runs as they stand by now: what waited and was noise is confirmed. */
    static List<BaselineRun> byNow(List<BaselineRun> oldestFirst) {
        List<BaselineRun> confirmed = of(oldestFirst).confirmed();
        return oldestFirst.stream()
                .map(run -> waits(run) && confirmed.contains(run) ? run.standing(Standing.CONFIRMED) : run)
                .toList();
    }

    private static boolean waits(BaselineRun run) {
        return run.standing() == Standing.WAITING;
    }
}
