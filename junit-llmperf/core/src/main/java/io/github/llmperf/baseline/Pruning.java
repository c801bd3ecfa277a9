package io.github.llmperf.baseline;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Keeps a baseline file small without changing what it says: of the newest comparable runs everything is kept, of older
 * ones what a verdict can need (numbers, counts, verdict, acceptance, tag, and what makes them comparable). Lines of one
 * run that say nothing more, which merges leave behind, are dropped.
 *
 * <p>A line keeps its {@code edit} when it is shortened: the shortened and the full line say the same, and an edit made by
 * hand on another branch still wins over both.
 */
final class Pruning {

    private Pruning() {}

    /** Returns the lines to write, in the order in which they stand. */
    static List<StoredLine> of(BaselineFile file) {
        Set<Integer> needed = file.stored().stream()
                .flatMap(run -> run.needed().stream())
                .map(StoredLine::number)
                .collect(Collectors.toSet());
        Set<String> old = old(file.stored());
        return file.lines().stream()
                .filter(line -> line.run() == null || needed.contains(line.number()))
                .map(line -> line.run() == null
                                || line.run().isSummary()
                                || !old.contains(line.run().runId())
                        ? line
                        : line.summary())
                .toList();
    }

    private static Set<String> old(List<LinesOfRun> oldestFirst) {
        Map<String, List<String>> comparable = oldestFirst.stream()
                .map(LinesOfRun::run)
                .collect(Collectors.groupingBy(
                        run -> run.comparability().hash(),
                        Collectors.mapping(BaselineRun::runId, Collectors.toList())));
        return comparable.values().stream()
                .map(ids -> ids.subList(0, Math.max(0, ids.size() - BaselineStore.KEPT)))
                .flatMap(Collection::stream)
                .collect(Collectors.toCollection(HashSet::new));
    }
}
