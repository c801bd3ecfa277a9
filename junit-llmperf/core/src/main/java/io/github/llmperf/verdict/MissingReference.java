package io.github.llmperf.verdict;

import io.github.llmperf.baseline.NoRuns;
import io.github.llmperf.metric.Measure;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Why a run cannot be compared. */
@API(status = Status.INTERNAL, since = "0.1")
public sealed interface MissingReference {

    /**
     * Returns whether an anchor that was asked for is missing.
     *
     * @return false where it is the stored runs, or another target
     */
    boolean isOfAnchor();

    /**
     * No stored run is of use.
     *
     * @param against what was looked for
     * @param why why not
     */
    record NothingStored(Reference against, NoRuns why) implements MissingReference {
        @Override
        public boolean isOfAnchor() {
            return against.isAnchor();
        }
    }

    /**
     * Answers have another length, and shorter ones are always faster.
     *
     * @param against what they are compared with
     * @param test name by which a reason accepts it; empty beside a second target, which nobody accepts
     * @param before mean tokens of an answer there
     */
    record OtherLength(Reference against, String test, double before, double now) implements MissingReference {
        @Override
        public boolean isOfAnchor() {
            return against.isAnchor();
        }
    }

    /**
     * A guarded measure is in none of the runs.
     *
     * @param against the runs
     * @param span over which part of the run it would have to be
     */
    record NotMeasured(Measure measure, Reference against, int runs, Span span) implements MissingReference {

        /** The part of a run that a measure covers. */
        public enum Span {
            /** It is no rate. */
            ANY,
            /** The window. */
            WINDOW,
            /** The whole run, since the window was short. */
            WHOLE_RUN
        }

        /** A run without this measure may still have others. */
        @Override
        public boolean isOfAnchor() {
            return false;
        }
    }
}
