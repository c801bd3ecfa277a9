package io.github.llmperf.baseline;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Combines several lines of one run, in any order: a merge leaves the lines of both branches. The highest edit counts.
 * Of equal edits an accepted one, then a tagged one, then a summary, then any but always the same; an acceptance or a
 * tag of another line of that edit counts too, so that two branches that marked a run lose neither.
 */
record LinesOfRun(BaselineRun run, List<StoredLine> lines) {

    private static final Comparator<BaselineRun> BY_WEIGHT = Comparator.<BaselineRun, Boolean>comparing(
                    run -> run.accepted() != null)
            .thenComparing(run -> run.tag() != null)
            .thenComparing(BaselineRun::isSummary)
            .thenComparing(BaselineLine::write);

    /** Puts the lines of one run together; there is at least one. */
    static LinesOfRun of(List<StoredLine> lines) {
        List<BaselineRun> newest = newestEdit(lines);
        BaselineRun first = newest.get(0);
        String accepted = mark(newest.stream().map(BaselineRun::accepted).toList());
        String tag = mark(newest.stream().map(BaselineRun::tag).toList());
        return new LinesOfRun(first.marked(accepted, tag), lines);
    }

    /** Heaviest first. */
    private static List<BaselineRun> newestEdit(List<StoredLine> lines) {
        List<BaselineRun> runs = lines.stream().map(StoredLine::requireRun).toList();
        int newest = runs.stream().mapToInt(BaselineRun::edit).max().orElseThrow();
        return runs.stream()
                .filter(run -> run.edit() == newest)
                .sorted(BY_WEIGHT.reversed())
                .toList();
    }

    private static @Nullable String mark(List<@Nullable String> heaviestFirst) {
        return heaviestFirst.stream().filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** Returns the line that the run's numbers come from. */
    StoredLine heaviest() {
        BaselineRun heaviest = newestEdit(lines).get(0);
        return lines.stream()
                .filter(line -> line.requireRun().equals(heaviest))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the lines that are still needed: without any of the others the file says the same. */
    List<StoredLine> needed() {
        StoredLine heaviest = heaviest();
        return lines.stream()
                .filter(line ->
                        line.number() == heaviest.number() || marksElse(line.requireRun(), heaviest.requireRun()))
                .toList();
    }

    private static boolean marksElse(BaselineRun run, BaselineRun heaviest) {
        return run.edit() == heaviest.edit()
                && ((run.accepted() != null && !run.accepted().equals(heaviest.accepted()))
                        || (run.tag() != null && !run.tag().equals(heaviest.tag())));
    }
}
