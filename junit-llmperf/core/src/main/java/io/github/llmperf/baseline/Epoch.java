package io.github.llmperf.baseline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Stored runs between two breaks.
 *
 * @param begin what began it
 * @param accepted the reason for which its first run was accepted; empty where that does not begin it
 * @param changes in what it differs from the runs before it, where that begins it
 * @param runs oldest first; at least one
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Epoch(Begin begin, String accepted, List<Difference> changes, List<BaselineRun> runs) {

    /** What begins an epoch. */
    public enum Begin {
        /** The first run of all. */
        FIRST,
        /** A run that was accepted: older ones no longer count. */
        ACCEPTED,
        /** A run that cannot be compared with those before it. */
        OTHER,
        /** The first of runs of another kind that were measured between those before them: nothing has changed. */
        BESIDE
    }

    /** Copies the lists. */
    public Epoch {
        changes = List.copyOf(changes);
        runs = List.copyOf(runs);
    }

    /** Puts runs in order; those of one comparability come last. */
    static List<Epoch> of(List<BaselineRun> oldestFirst, String lastHash) {
        List<Epoch> epochs = new ArrayList<>();
        @Nullable List<BaselineRun> last = null;
        for (List<BaselineRun> comparable : groups(oldestFirst, lastHash)) {
            if (last == null) {
                split(comparable, Begin.FIRST, List.of(), epochs);
            } else {
                after(last, comparable, epochs);
            }
            last = comparable;
        }
        return epochs;
    }

    private static void after(List<BaselineRun> before, List<BaselineRun> comparable, List<Epoch> epochs) {
        BaselineRun newestBefore = before.get(before.size() - 1);
        Comparability now = comparable.get(0).comparability();
        Comparability then = newestBefore.comparability();
        boolean changed = !comparable.get(0).startedAt().isBefore(newestBefore.startedAt());
        split(comparable, changed ? Begin.OTHER : Begin.BESIDE, now.changesSince(then), epochs);
    }

    private static List<List<BaselineRun>> groups(List<BaselineRun> oldestFirst, String lastHash) {
        Map<String, List<BaselineRun>> byHash = new LinkedHashMap<>();
        oldestFirst.forEach(run -> byHash.computeIfAbsent(run.comparability().hash(), hash -> new ArrayList<>())
                .add(run));
        List<List<BaselineRun>> groups = new ArrayList<>();
        byHash.forEach((hash, runs) -> {
            if (!hash.equals(lastHash)) {
                groups.add(runs);
            }
        });
        groups.add(byHash.getOrDefault(lastHash, List.of()));
        return groups;
    }

    private static void split(List<BaselineRun> comparable, Begin first, List<Difference> changes, List<Epoch> epochs) {
        List<BaselineRun> runs = new ArrayList<>();
        int begun = epochs.size();
        for (BaselineRun run : Settled.byNow(comparable)) {
            if (run.accepted() != null && !runs.isEmpty()) {
                epochs.add(begun == epochs.size() ? new Epoch(first, "", changes, runs) : accepted(runs));
                runs = new ArrayList<>();
            }
            runs.add(run);
        }
        epochs.add(begun == epochs.size() ? new Epoch(first, "", changes, runs) : accepted(runs));
    }

    private static Epoch accepted(List<BaselineRun> runs) {
        return new Epoch(Begin.ACCEPTED, String.valueOf(runs.get(0).accepted()), List.of(), runs);
    }
}
