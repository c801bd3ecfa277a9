package io.github.llmperf.verdict;

import io.github.llmperf.baseline.NoRuns;
import io.github.llmperf.metric.Measure;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Why a run cannot be compared. */
@API(status = Status.INTERNAL, since = "0.1")
public sealed interface MissingReference {

    /** Returns what was looked for. */
    Reference against();

    /**
     * Returns whether an anchor that was asked for is missing.
     *
     * @return false where it is the stored runs, or another target
     */
    default boolean isOfAnchor() {
        return against().isAnchor();
    }

    /** Returns whether the answers themselves have changed, which somebody has to accept. */
    default boolean isOfAnswers() {
        return false;
    }

    /**
     * No stored run is of use.
     *
     * @param against what was looked for
     * @param why why not
     */
    record NothingStored(Reference against, NoRuns why) implements MissingReference {}

    /**
     * Answers have another length, and shorter ones always end earlier.
     *
     * @param against what they are compared with
     * @param before mean tokens of an answer there
     * @param barred guarded measures that depend on the length, one at least
     */
    record OtherLength(Reference against, double before, double now, List<Measure> barred) implements MissingReference {

        /** Copies the list. */
        public OtherLength {
            barred = List.copyOf(barred);
        }

        @Override
        public boolean isOfAnswers() {
            return true;
        }
    }

    /**
     * Answers name another model, so that a change of speed is not the server's alone.
     *
     * @param against what they are compared with
     * @param before models there, one at least
     * @param now models here, one of them not there
     */
    record OtherModel(Reference against, List<String> before, List<String> now) implements MissingReference {

        /** Copies the lists. */
        public OtherModel {
            before = List.copyOf(before);
            now = List.copyOf(now);
        }

        @Override
        public boolean isOfAnswers() {
            return true;
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
