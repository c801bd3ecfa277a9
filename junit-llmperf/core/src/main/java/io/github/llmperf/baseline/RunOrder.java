package io.github.llmperf.baseline;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The order of stored runs in time. Their dates say it, since a merge may shuffle lines. A date in the future says
 * nothing: it would stand behind all later runs for ever. Such a run follows the one that stands before it in the file.
 *
 * @param now what lies after it is the future
 */
record RunOrder(Instant now) {

    /** Clocks of two machines may differ by this much. */
    private static final Duration SKEW = Duration.ofHours(1);

    /** Oldest first; the run id decides between runs of the same moment. */
    private static final Comparator<Placed> BY_AGE = Comparator.comparing(Placed::from)
            .thenComparing(Placed::isMoved)
            .thenComparing(placed -> placed.isMoved ? placed.line : 0)
            .thenComparing(placed -> placed.run.run().runId());

    private record Placed(LinesOfRun run, int line, Instant from, boolean isMoved) {}

    boolean isInFuture(BaselineRun run) {
        return run.startedAt().isAfter(now.plus(SKEW));
    }

    /** Puts runs in order, oldest first. */
    List<LinesOfRun> sort(List<LinesOfRun> runs) {
        List<LinesOfRun> byLine =
                runs.stream().sorted(Comparator.comparingInt(RunOrder::line)).toList();
        List<Placed> placed = new ArrayList<>();
        Instant before = Instant.MIN;
        for (LinesOfRun one : byLine) {
            boolean moved = isInFuture(one.run());
            before = moved ? before : one.run().startedAt();
            placed.add(new Placed(one, line(one), before, moved));
        }
        return placed.stream().sorted(BY_AGE).map(Placed::run).toList();
    }

    private static int line(LinesOfRun run) {
        return run.heaviest().number();
    }
}
