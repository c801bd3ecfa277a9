package io.github.llmperf.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Finds the runs that a tag pins: those that carry it and, up to as many as a comparison takes, the usable ones just
 * before the newest of them. Tagging one run of a release thus pins the baseline as it was then.
 *
 * <p>An acceptance ends an epoch for anchors as it does for rolling runs: a drift that was accepted must not fail every
 * later build. Runs tagged before it are no longer compared with, which is said, until one after it is tagged.
 */
record PinnedRuns(ComparableRuns runs, String tag) {

    /** Returns the runs, oldest first; none where {@link #why} says why. */
    List<BaselineRun> find() {
        List<BaselineRun> usable = runs.usableOfAllEpochs();
        int newest = newestTagged(usable);
        int currentEpoch = ComparableRuns.epochStart(usable, usable.size() - 1);
        if (newest < currentEpoch) {
            return List.of();
        }
        List<BaselineRun> epoch = usable.subList(currentEpoch, newest + 1);
        List<BaselineRun> before =
                epoch.stream().filter(run -> !tag.equals(run.tag())).toList();
        List<BaselineRun> pinned = new ArrayList<>(ComparableRuns.newest(tagged(epoch)));
        int room = BaselineStore.NEWEST - pinned.size();
        pinned.addAll(before.subList(Math.max(0, before.size() - room), before.size()));
        return epoch.stream().filter(pinned::contains).toList();
    }

    /** Returns why there are none. */
    NoRuns.Why why() {
        List<BaselineRun> tagged = tagged(runs.stored());
        if (tagged.isEmpty()) {
            return new NoRuns.NotTagged(known());
        }
        List<BaselineRun> comparable = runs.comparable(tagged);
        if (comparable.isEmpty()) {
            return new NoRuns.Changed(runs.nearestChanges(tagged));
        }
        List<BaselineRun> usable = runs.usableOfAllEpochs();
        if (newestTagged(usable) < 0) {
            return NoRuns.NotGoodEnough.of(comparable);
        }
        BaselineRun acceptance = usable.get(ComparableRuns.epochStart(usable, usable.size() - 1));
        return new NoRuns.AcceptedSince(acceptance.startedAt(), String.valueOf(acceptance.accepted()));
    }

    private List<BaselineRun> tagged(List<BaselineRun> all) {
        return all.stream().filter(run -> tag.equals(run.tag())).toList();
    }

    /** Returns the place of the newest run that carries the tag; −1 where none does. */
    private int newestTagged(List<BaselineRun> usable) {
        List<BaselineRun> tagged = tagged(usable);
        return tagged.isEmpty() ? -1 : usable.indexOf(tagged.get(tagged.size() - 1));
    }

    private SortedSet<String> known() {
        SortedSet<String> tags = new TreeSet<>();
        for (BaselineRun run : runs.stored()) {
            if (run.tag() != null) {
                tags.add(run.tag());
            }
        }
        return tags;
    }
}
