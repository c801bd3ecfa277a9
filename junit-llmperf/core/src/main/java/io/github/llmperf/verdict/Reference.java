package io.github.llmperf.verdict;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a run is compared with.
 *
 * @param name the anchor's tag, or the name or url of the second target; empty for stored runs
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Reference(Kind kind, String name) {

    /** The newest stored runs. */
    public static final Reference STORED_RUNS = new Reference(Kind.STORED_RUNS, "");

    /** The first runs of the epoch, an anchor where none is named. */
    public static final Reference EPOCH_START = anchor("the epoch's start");

    /** What a run can be compared with. */
    public enum Kind {
        /** The newest stored runs. */
        STORED_RUNS,
        /** Runs pinned by a tag. */
        ANCHOR,
        /** A second target in the same run. */
        TARGET
    }

    /** Returns the pinned runs of a tag. */
    public static Reference anchor(String tag) {
        return new Reference(Kind.ANCHOR, tag);
    }

    /**
     * Returns a second target in the same run.
     *
     * @param name its name or url, without secrets
     */
    public static Reference target(String name) {
        return new Reference(Kind.TARGET, name);
    }

    boolean isAnchor() {
        return kind == Kind.ANCHOR;
    }
}
