package io.github.llmperf.verdict;

import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Limits;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/** One finding of the judge about a run, as values. {@code io.github.llmperf.wording} has the sentences. */
@API(status = API.Status.INTERNAL, since = "0.1")
public sealed interface Finding {

    /** What a finding amounts to. */
    enum Status {
        /** As it should be. */
        MET,
        /** Not as it should be: fails or invalidates the run. */
        BROKEN,
        /** The data do not tell. */
        UNDECIDED,
        /** A remark that does not affect the verdict. */
        NOTE
    }

    /** Returns what the finding amounts to. */
    Status status();

    /** Returns the verdict of a run with only this finding. */
    Verdict verdict();

    /**
     * A limit against a measured value.
     *
     * @param limit the bound
     * @param actual the measured value, failed requests included where they count as infinite; empty without samples,
     *     or with too few for the percentile to exist
     * @param withoutFailures value of the successful requests alone, where failed ones count as infinite in {@code actual};
     *     empty where none failed, or too few succeeded
     * @param n samples it rests on
     * @param certified whether the second largest value bounds the percentile with 99 % certainty
     * @param status MET, BROKEN, or UNDECIDED where there are too few samples for the percentile to exist
     * @param basis what the value rests on
     */
    record Sla(
            Limit limit,
            OptionalDouble actual,
            OptionalDouble withoutFailures,
            long n,
            boolean certified,
            Status status,
            LimitBasis basis)
            implements Finding {

        /** Returns the same with another weight. */
        Sla as(Status other) {
            return new Sla(limit, actual, withoutFailures, n, certified, other, basis);
        }

        @Override
        public Verdict verdict() {
            return switch (status) {
                case BROKEN -> Verdict.SLA_VIOLATED;
                case UNDECIDED -> Verdict.INVALID;
                case MET, NOTE -> Verdict.PASS;
            };
        }
    }

    /**
     * A measure against the stored runs, or against another target.
     *
     * @param subject what is compared, with what, and how much worse it may be
     * @param found one of PASS, IMPROVED, UNDECIDED, REGRESSION
     * @param accepted the reason for which a regression was accepted; empty where there was none to accept
     * @param values both sides and the change between them
     * @param evidence what the verdict rests on
     */
    record Comparison(
            Subject subject, Verdict found, Optional<String> accepted, ComparedValues values, Evidence evidence)
            implements Finding {

        /**
         * Makes a finding without an acceptance.
         *
         * @param found one of PASS, IMPROVED, UNDECIDED, REGRESSION
         */
        public Comparison(Subject subject, Verdict found, ComparedValues values, Evidence evidence) {
            this(subject, found, Optional.empty(), values, evidence);
        }

        /**
         * Returns this regression as one that somebody accepted.
         *
         * @return the same numbers, which decide nothing any more
         */
        public Comparison acceptedFor(String reason) {
            return new Comparison(subject, found, Optional.of(reason), values, evidence);
        }

        /**
         * Returns whether this is a regression that somebody accepted.
         *
         * @return true where there is a reason
         */
        public boolean isAccepted() {
            return accepted.isPresent();
        }

        /**
         * Returns whether the measure is missing in some or all trials of this run.
         *
         * @return true where there is no value to compare
         */
        public boolean isMissing() {
            return evidence.standing() instanceof ComparisonDetail.Missing;
        }

        /**
         * Returns whether a worsening was tested for, so that there are a change, its interval and a noise.
         *
         * @return false where the measure is missing, and for answers of less than half the length
         */
        public boolean isTested() {
            return !isMissing() && !(evidence.standing() instanceof ComparisonDetail.Collapsed);
        }

        /** Returns whether there are too few samples beyond a percentile to decide by. */
        public boolean hasFewSamples() {
            return evidence.standing() instanceof ComparisonDetail.FewSamples;
        }

        /** Returns what is compared. */
        public Measure measure() {
            return subject.measure();
        }

        /**
         * Returns what it is compared with.
         *
         * @return stored runs, an anchor or a target
         */
        public Reference against() {
            return subject.against();
        }

        @Override
        public Verdict verdict() {
            return isAccepted() ? Verdict.PASS : found;
        }

        @Override
        public Status status() {
            if (isAccepted()) {
                return Status.NOTE;
            }
            return switch (found) {
                case REGRESSION -> Status.BROKEN;
                case UNDECIDED -> Status.UNDECIDED;
                default -> Status.MET;
            };
        }
    }

    /**
     * A guarded measure that could have been compared has no values for it.
     *
     * @param why what it lacks
     */
    record Uncompared(Measure measure, Lack why) implements Finding {

        /** What a comparison lacks. */
        public enum Lack {
            /** Neither side has samples. */
            NO_SAMPLES,
            /** Fewer than two pairs have enough samples. */
            FEW_PAIRS
        }

        @Override
        public Status status() {
            return Status.UNDECIDED;
        }

        @Override
        public Verdict verdict() {
            return Verdict.UNDECIDED;
        }
    }

    /** Stored runs that cannot be compared with this run, in all or in some guarded measures. */
    record NotComparable(MissingReference gap) implements Finding {
        @Override
        public Status status() {
            return Status.UNDECIDED;
        }

        @Override
        public Verdict verdict() {
            return Verdict.NO_BASELINE;
        }
    }

    /**
     * How the load generator fared, or another reason why the run itself can or cannot be judged.
     *
     * @param status MET, NOTE, or BROKEN where the run cannot be judged
     * @param cause what was seen
     */
    record Validity(Status status, Cause cause) implements Finding {
        @Override
        public Verdict verdict() {
            return status == Status.BROKEN ? Verdict.INVALID : Verdict.PASS;
        }
    }

    /**
     * The run did not happen, or nothing in it succeeded.
     *
     * @param breakdown why
     */
    record Fault(RunFailure breakdown) implements Finding {
        @Override
        public Status status() {
            return Status.BROKEN;
        }

        @Override
        public Verdict verdict() {
            return Verdict.ERROR;
        }
    }

    /**
     * The target could not carry the load of an open loop, which was therefore ended early.
     *
     * @param why what rose, from what to what
     */
    record Overrun(EarlyEnd why) implements Finding {
        @Override
        public Status status() {
            return Status.BROKEN;
        }

        @Override
        public Verdict verdict() {
            return Verdict.SLA_VIOLATED;
        }
    }

    /**
     * What a search for the largest load came to, where that decides something.
     *
     * @param outcome of the search
     * @param limits that a load had to meet
     */
    record Capacity(CapacityOutcome outcome, Limits limits) implements Finding {
        @Override
        public Verdict verdict() {
            return switch (outcome.end()) {
                case FOUND, UPPER_END_MET -> Verdict.PASS;
                case RUNS_USED_UP, LOWER_END_TOO_CLOSE -> Verdict.UNDECIDED;
                case LOWER_END_FAILS -> Verdict.SLA_VIOLATED;
                case INVALID, INTERRUPTED -> Verdict.INVALID;
                case FAULT -> Verdict.ERROR;
            };
        }

        @Override
        public Status status() {
            return switch (verdict()) {
                case PASS -> Status.MET;
                case UNDECIDED -> Status.UNDECIDED;
                default -> Status.BROKEN;
            };
        }
    }

    /** A remark that does not affect the verdict. */
    record Note(Remark remark) implements Finding {
        @Override
        public Status status() {
            return Status.NOTE;
        }

        @Override
        public Verdict verdict() {
            return Verdict.PASS;
        }
    }
}
