package io.github.llmperf.baseline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which stored runs can be compared with a run that is about to be judged, and why others cannot. */
record Comparability(WorkloadIdentity workload, Environment environment, String ownRunId) {

    /** How to store a run. */
    static final String RECORD = "record one with -Dllmperf.baseline=record";

    /** Returns the runs of the newest epoch to compare with, oldest first. */
    List<BaselineRun> usable(List<BaselineRun> stored) {
        List<BaselineRun> usable =
                comparable(stored).stream().filter(BaselineRun::isUsable).toList();
        List<BaselineRun> epoch = usable;
        for (int i = 0; i < usable.size(); i++) {
            if (usable.get(i).accepted() != null) {
                epoch = usable.subList(i, usable.size());
            }
        }
        return epoch.subList(Math.max(0, epoch.size() - BaselineStore.NEWEST), epoch.size());
    }

    private List<BaselineRun> comparable(List<BaselineRun> stored) {
        return stored.stream()
                .filter(run -> !run.runId().equals(ownRunId))
                .filter(run -> changes(run).isEmpty())
                .toList();
    }

    /** Returns why none of the stored runs, of which there is at least one, is usable. */
    String why(List<BaselineRun> stored, String shownFile) {
        List<BaselineRun> comparable = comparable(stored);
        if (!comparable.isEmpty()) {
            return unusable(comparable, shownFile);
        }
        // Of equally near runs the newest: sorting is stable and the list is oldest first.
        List<BaselineRun> newestFirst = new ArrayList<>(stored);
        newestFirst.sort(BaselineFile.BY_AGE.reversed());
        List<String> changes = newestFirst.stream()
                .filter(run -> !run.runId().equals(ownRunId))
                .map(this::changes)
                .min(Comparator.comparingInt(List::size))
                .orElse(List.of());
        if (changes.isEmpty()) {
            return "no other run is stored in " + shownFile + "; " + RECORD;
        }
        return "nothing comparable in " + shownFile + ": " + String.join(", ", changes) + "; undo the change, or "
                + RECORD;
    }

    private static String unusable(List<BaselineRun> comparable, String shownFile) {
        Map<String, Integer> verdicts = new TreeMap<>();
        comparable.forEach(run -> verdicts.merge(run.verdict(), 1, Integer::sum));
        List<String> counts = new ArrayList<>();
        verdicts.forEach((verdict, count) -> counts.add(verdict + " (" + count + ")"));
        return "no run in " + shownFile + " is good enough to compare with: " + String.join(", ", counts)
                + "; record a good one with -Dllmperf.baseline=record, or accept this one by adding"
                + " -Dllmperf.baseline.accept=\"reason\"";
    }

    /** Returns what differs from a stored run, in words; empty when it can be compared. */
    List<String> changes(BaselineRun run) {
        List<String> changes = new ArrayList<>();
        Environment stored = run.environment();
        addChange(changes, "environment", stored.name(), environment.name());
        addChange(changes, "model", stored.model(), environment.model());
        SortedSet<String> labels = new TreeSet<>(stored.labels().keySet());
        labels.addAll(environment.labels().keySet());
        for (String label : labels) {
            addChange(
                    changes,
                    "label " + label,
                    stored.labels().getOrDefault(label, ""),
                    environment.labels().getOrDefault(label, ""));
        }
        workload.changesSince(run.workload()).forEach(difference -> changes.add(difference.toString()));
        return changes;
    }

    private static void addChange(List<String> changes, String what, String from, String to) {
        if (!from.equals(to)) {
            changes.add(new WorkloadIdentity.Difference(what, orUnset(from), orUnset(to)).toString());
        }
    }

    private static String orUnset(String value) {
        return value.isEmpty() ? "unset" : value;
    }
}
