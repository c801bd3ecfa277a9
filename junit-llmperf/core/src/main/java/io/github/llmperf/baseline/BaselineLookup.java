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
 * @param anchor pinned runs that this run is also compared with; empty when none were asked for
 * @param file where they lie, whether it exists or not
 * @param warnings what is wrong with lines
 * @param why why nothing can be compared; empty when there are runs
 */
@API(status = Status.INTERNAL, since = "0.1")
public record BaselineLookup(
        List<BaselineRun> runs, Optional<Anchor> anchor, Path file, List<LineWarning> warnings, Optional<NoRuns> why) {

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
        warnings = List.copyOf(warnings);
    }

    /** Returns the same with another reason why nothing can be compared. */
    public BaselineLookup because(NoRuns reason) {
        return new BaselineLookup(runs, anchor, file, warnings, Optional.of(reason));
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
