package io.github.llmperf.baseline;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What is stored for one test and cell, as far as it can be compared.
 *
 * @param runs usable runs, oldest first, at most {@link BaselineStore#NEWEST}
 * @param open newer runs that look worse and are not decided, oldest first, at most {@link BaselineStore#MOST_OPEN}
 * @param epochStart where the epoch began, and where it is; empty while it is short, or where an anchor is named
 * @param anchor pinned runs that this run is also compared with; empty when none were asked for
 * @param file where they lie, whether it exists or not
 * @param warnings what is wrong with lines
 * @param why why nothing can be compared; empty when there are runs
 */
@API(status = Status.INTERNAL, since = "0.1")
public record BaselineLookup(
        List<BaselineRun> runs,
        List<BaselineRun> open,
        Optional<EpochStart> epochStart,
        Optional<Anchor> anchor,
        Path file,
        List<LineWarning> warnings,
        Optional<NoRuns> why) {

    /**
     * Both ends of a long epoch, against slow drift where no anchor is named.
     *
     * @param first its first runs that count, oldest first
     * @param newest its newest ones, none of them among the first
     */
    public record EpochStart(List<BaselineRun> first, List<BaselineRun> newest) {

        private static final int RUNS = 5;

        /** Copies the lists. */
        public EpochStart {
            first = List.copyOf(first);
            newest = List.copyOf(newest);
        }

        /** Returns the ends of an epoch that has more runs than both. */
        static Optional<EpochStart> of(List<BaselineRun> epoch) {
            return epoch.size() > 2 * RUNS
                    ? Optional.of(
                            new EpochStart(epoch.subList(0, RUNS), epoch.subList(epoch.size() - RUNS, epoch.size())))
                    : Optional.empty();
        }
    }

    /**
     * Runs that were pinned by a tag, against slow drift.
     *
     * @param tag their name
     * @param runs usable runs, oldest first
     * @param why why none can be compared; empty when there are runs
     */
    public record Anchor(String tag, List<BaselineRun> runs, Optional<NoRuns> why) {

        /** Copies the list. */
        public Anchor {
            runs = List.copyOf(runs);
        }
    }

    /** Copies the lists. */
    public BaselineLookup {
        runs = List.copyOf(runs);
        open = List.copyOf(open);
        warnings = List.copyOf(warnings);
    }

    /** Makes a lookup where each run is decided. */
    public BaselineLookup(
            List<BaselineRun> runs,
            Optional<Anchor> anchor,
            Path file,
            List<LineWarning> warnings,
            Optional<NoRuns> why) {
        this(runs, List.of(), Optional.empty(), anchor, file, warnings, why);
    }

    /** Returns the same with another reason why nothing can be compared. */
    public BaselineLookup because(NoRuns reason) {
        return new BaselineLookup(runs, open, epochStart, anchor, file, warnings, Optional.of(reason));
    }

    /**
     * Returns the lookup of a run that asked for no comparison: nothing was read.
     *
     * @return no runs and no reason
     */
    public static BaselineLookup off() {
        return new BaselineLookup(List.of(), Optional.empty(), Path.of(""), List.of(), Optional.empty());
    }
}
