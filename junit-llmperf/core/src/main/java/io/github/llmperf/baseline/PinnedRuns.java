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

    BaselineLookup.Anchor find() {
        List<BaselineRun> tagged =
                runs.stored().stream().filter(run -> tag.equals(run.tag())).toList();
        if (tagged.isEmpty()) {
            return none("no run in " + runs.shownFile() + " is tagged " + tag + known() + "; " + howToTag(tag));
        }
        List<BaselineRun> comparable = runs.comparable(tagged);
        if (comparable.isEmpty()) {
            return none("nothing tagged " + tag + " in " + runs.shownFile() + " is comparable: "
                    + runs.nearestChanges(tagged) + "; undo the change, or " + howToTag(tag));
        }
        List<BaselineRun> usable = runs.usableOfAllEpochs();
        List<BaselineRun> pinning = comparable.stream().filter(usable::contains).toList();
        if (pinning.isEmpty()) {
            return none("no run tagged " + tag + " in " + runs.shownFile() + " is good enough to compare with: "
                    + ComparableRuns.verdicts(comparable) + "; " + howToTag(tag));
        }
        return pinnedBy(usable, usable.indexOf(pinning.get(pinning.size() - 1)));
    }

    private BaselineLookup.Anchor pinnedBy(List<BaselineRun> usable, int newestTagged) {
        int currentEpoch = ComparableRuns.epochStart(usable, usable.size() - 1);
        if (newestTagged < currentEpoch) {
            BaselineRun acceptance = usable.get(currentEpoch);
            return none("what is tagged " + tag + " in " + runs.shownFile() + " is older than the run accepted on "
                    + acceptance.startedAt().toString().substring(0, 10) + " (" + acceptance.accepted() + "); "
                    + howToTag(tag));
        }
        List<BaselineRun> epoch = usable.subList(currentEpoch, newestTagged + 1);
        List<BaselineRun> tagged =
                epoch.stream().filter(run -> tag.equals(run.tag())).toList();
        List<BaselineRun> before =
                epoch.stream().filter(run -> !tag.equals(run.tag())).toList();
        List<BaselineRun> pinned = new ArrayList<>(ComparableRuns.newest(tagged));
        int room = BaselineStore.NEWEST - pinned.size();
        pinned.addAll(before.subList(Math.max(0, before.size() - room), before.size()));
        pinned.sort(BaselineFile.BY_AGE);
        return new BaselineLookup.Anchor(tag, pinned, "");
    }

    private BaselineLookup.Anchor none(String why) {
        return new BaselineLookup.Anchor(tag, List.of(), why);
    }

    private String known() {
        SortedSet<String> tags = new TreeSet<>();
        for (BaselineRun run : runs.stored()) {
            if (run.tag() != null) {
                tags.add(run.tag());
            }
        }
        return tags.isEmpty() ? "" : " (tags there are: " + String.join(", ", tags) + ")";
    }

    /** Returns how to give a run a tag. */
    static String howToTag(String tag) {
        return "tag a run with -Dllmperf.baseline=record -Dllmperf.baseline.tag=" + tag;
    }
}
