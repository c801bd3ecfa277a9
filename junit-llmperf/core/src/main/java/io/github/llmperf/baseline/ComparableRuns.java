package io.github.llmperf.baseline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Which stored runs can be compared with a run that is about to be judged, and why others cannot.
 *
 * @param asked what must be equal
 * @param stored runs of other ids than its own, oldest first
 */
record ComparableRuns(Comparability asked, List<BaselineRun> stored) {

    static ComparableRuns in(BaselineFile file, Comparability asked, Set<String> ownRunIds) {
        List<BaselineRun> others = file.runs().stream()
                .filter(run -> !ownRunIds.contains(run.runId()))
                .toList();
        return new ComparableRuns(asked, others);
    }

    /** Returns the runs of the newest epoch to compare with, oldest first. */
    List<BaselineRun> usable() {
        return newest(epoch());
    }

    /** Returns what counts of the newest epoch, oldest first. */
    List<BaselineRun> epoch() {
        List<BaselineRun> all = usableOfAllEpochs();
        return all.subList(epochStart(all, all.size() - 1), all.size());
    }

    /** Returns what is comparable and good enough, oldest first, whatever was accepted since. */
    List<BaselineRun> usableOfAllEpochs() {
        return settled().confirmed();
    }

    /** Returns the newest runs that are not decided, oldest first. */
    List<BaselineRun> open() {
        List<BaselineRun> open = settled().open();
        return open.subList(Math.max(0, open.size() - BaselineStore.MOST_OPEN), open.size());
    }

    private Settled settled() {
        return Settled.of(comparable(stored));
    }

    /** Returns where the epoch begins that a run lies in: at the newest acceptance up to it. */
    static int epochStart(List<BaselineRun> usable, int index) {
        int start = Math.max(index, 0);
        while (start > 0 && usable.get(start).accepted() == null) {
            start--;
        }
        return start;
    }

    static List<BaselineRun> newest(List<BaselineRun> runs) {
        return runs.subList(Math.max(0, runs.size() - BaselineStore.NEWEST), runs.size());
    }

    List<BaselineRun> comparable(List<BaselineRun> runs) {
        return runs.stream().filter(run -> changes(run).isEmpty()).toList();
    }

    /** Returns why no stored run is usable; the file has at least one run. */
    NoRuns.Why why() {
        List<BaselineRun> comparable = comparable(stored);
        if (!comparable.isEmpty()) {
            return NoRuns.NotGoodEnough.of(comparable);
        }
        return stored.isEmpty() ? new NoRuns.NoOther() : new NoRuns.Changed(nearestChanges(stored));
    }

    /** Returns what differs from the run that differs least; of equally near ones the newest. */
    List<Difference> nearestChanges(List<BaselineRun> runs) {
        List<BaselineRun> newestFirst = new ArrayList<>(runs);
        Collections.reverse(newestFirst);
        return newestFirst.stream()
                .map(this::changes)
                .min(Comparator.comparingInt(List::size))
                .orElse(List.of());
    }

    private List<Difference> changes(BaselineRun run) {
        return asked.changesSince(run.comparability());
    }
}
