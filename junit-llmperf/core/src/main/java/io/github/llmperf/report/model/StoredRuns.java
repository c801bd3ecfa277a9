package io.github.llmperf.report.model;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.verdict.Reference;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The runs that a run was compared with, read once for all its pictures. All belong to one epoch: they are comparable
 * with each other and with the run, and newer than the newest acceptance.
 *
 * @param runs the rolling ones, oldest first
 * @param anchor those that a tag pins, oldest first; none where no anchor was asked for
 * @param tag of the anchor; empty where none was asked for
 */
@API(status = Status.INTERNAL, since = "0.1")
public record StoredRuns(List<StoredRun> runs, List<StoredRun> anchor, String tag) {

    /** Nothing is stored, or no comparison was requested. */
    public static final StoredRuns NONE = new StoredRuns(List.of(), List.of(), "");

    /** Copies the lists. */
    public StoredRuns {
        runs = List.copyOf(runs);
        anchor = List.copyOf(anchor);
    }

    /** Reads what was looked up. */
    public static StoredRuns of(BaselineLookup stored) {
        return new StoredRuns(
                read(stored.runs()),
                stored.anchor().map(anchor -> read(anchor.runs())).orElse(List.of()),
                stored.anchor().map(BaselineLookup.Anchor::tag).orElse(""));
    }

    private static List<StoredRun> read(List<BaselineRun> runs) {
        return runs.stream().map(StoredRun::of).toList();
    }

    /** Returns the runs behind a comparison; none for another target. */
    public List<StoredRun> behind(Reference reference) {
        return switch (reference.kind()) {
            case STORED_RUNS -> runs;
            case ANCHOR -> anchor;
            case TARGET -> List.of();
        };
    }

    /** Returns the newest run with details of its machine: old runs keep only their numbers. */
    public Optional<StoredRun> latestWithMachine() {
        return runs.stream()
                .filter(stored -> stored.run().environment().isMachineKnown())
                .reduce((older, newer) -> newer);
    }
}
