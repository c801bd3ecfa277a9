package io.github.llmperf.verdict;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/** One thing that the judge says about a run. */
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
        /** Something to know that decides nothing. */
        NOTE
    }

    /**
     * Returns what the finding amounts to.
     *
     * @return its status
     */
    Status status();

    /**
     * Returns the verdict of a run that had this finding alone.
     *
     * @return the verdict
     */
    Verdict verdict();

    /**
     * Returns the finding as one sentence that stands on its own.
     *
     * @return the sentence
     */
    String text();

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
     * @param text the finding as a sentence
     */
    record Sla(
            Limit limit,
            OptionalDouble actual,
            OptionalDouble withoutFailures,
            long n,
            boolean certified,
            Status status,
            String text)
            implements Finding {

        /**
         * Makes the finding on a limit that no failed request counts in.
         *
         * @param limit the bound
         * @param actual the measured value; empty without samples
         * @param n samples it rests on
         * @param certified whether the second largest value bounds the percentile with 99 % certainty
         * @param status MET, BROKEN, or UNDECIDED where there are too few samples for the percentile to exist
         * @param text the finding as a sentence
         */
        public Sla(Limit limit, OptionalDouble actual, long n, boolean certified, Status status, String text) {
            this(limit, actual, OptionalDouble.empty(), n, certified, status, text);
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
     * A measure against the stored runs.
     *
     * @param measure what is compared
     * @param against what it is compared with
     * @param verdict one of PASS, IMPROVED, UNDECIDED, REGRESSION; PASS where a regression was accepted
     * @param accepted the reason for which a regression was accepted; empty where there was none to accept
     * @param baseline geometric mean of the runs it is compared with; of the error rate the mean, here and below
     * @param candidate geometric mean of the trials of this run
     * @param change candidate / baseline − 1; its sign is the number's, not the direction's
     * @param changeLow lower end of the 90 % interval of {@code change}
     * @param changeHigh upper end
     * @param tolerance accepted worsening
     * @param p chance of a difference this bad without a change, before Holm's correction
     * @param n samples of this run behind the value
     * @param trials trials of this run
     * @param runs runs it was compared with, or pairs
     * @param runToRunSd standard deviation from run to run that the rule used, relative
     * @param detectable smallest relative worsening found with 80 % power
     * @param runsNeeded stored runs needed until a worsening of the tolerance is significant with 80 % power; −1 when
     *     more than are used
     * @param text the finding as a sentence
     */
    record Comparison(
            Measure measure,
            Reference against,
            Verdict verdict,
            Optional<String> accepted,
            double baseline,
            double candidate,
            double change,
            double changeLow,
            double changeHigh,
            double tolerance,
            double p,
            long n,
            int trials,
            int runs,
            double runToRunSd,
            double detectable,
            int runsNeeded,
            String text)
            implements Finding {

        /**
         * Makes a finding that nobody had to accept.
         *
         * @param measure what is compared
         * @param against what it is compared with
         * @param verdict one of PASS, IMPROVED, UNDECIDED, REGRESSION
         * @param baseline geometric mean of the runs it is compared with
         * @param candidate geometric mean of the trials of this run
         * @param change candidate / baseline − 1
         * @param changeLow lower end of the 90 % interval of {@code change}
         * @param changeHigh upper end
         * @param tolerance accepted worsening
         * @param p chance of a difference this bad without a change, before Holm's correction
         * @param n samples of this run behind the value
         * @param trials trials of this run
         * @param runs runs it was compared with, or pairs
         * @param runToRunSd standard deviation from run to run that the rule used, relative
         * @param detectable smallest relative worsening found with 80 % power
         * @param runsNeeded stored runs needed; −1 when more than are used
         * @param text the finding as a sentence
         */
        public Comparison(
                Measure measure,
                Reference against,
                Verdict verdict,
                double baseline,
                double candidate,
                double change,
                double changeLow,
                double changeHigh,
                double tolerance,
                double p,
                long n,
                int trials,
                int runs,
                double runToRunSd,
                double detectable,
                int runsNeeded,
                String text) {
            this(
                    measure,
                    against,
                    verdict,
                    Optional.empty(),
                    baseline,
                    candidate,
                    change,
                    changeLow,
                    changeHigh,
                    tolerance,
                    p,
                    n,
                    trials,
                    runs,
                    runToRunSd,
                    detectable,
                    runsNeeded,
                    text);
        }

        /**
         * Returns this regression as one that somebody accepted.
         *
         * @param reason why
         * @return the same numbers, which decide nothing any more
         */
        public Comparison acceptedFor(String reason) {
            return with(Verdict.PASS, Optional.of(reason), "accepted (" + reason + "): " + text);
        }

        /**
         * Tells whether this is a regression that somebody accepted.
         *
         * @return true where there is a reason
         */
        public boolean isAccepted() {
            return accepted.isPresent();
        }

        /**
         * Returns this finding with its sentence.
         *
         * @param sentence the finding as a sentence
         * @return the changed copy
         */
        Comparison withText(String sentence) {
            return with(verdict, accepted, sentence);
        }

        private Comparison with(Verdict changed, Optional<String> reason, String sentence) {
            return new Comparison(
                    measure,
                    against,
                    changed,
                    reason,
                    baseline,
                    candidate,
                    change,
                    changeLow,
                    changeHigh,
                    tolerance,
                    p,
                    n,
                    trials,
                    runs,
                    runToRunSd,
                    detectable,
                    runsNeeded,
                    sentence);
        }

        @Override
        public Status status() {
            if (isAccepted()) {
                return Status.NOTE;
            }
            return switch (verdict) {
                case REGRESSION -> Status.BROKEN;
                case UNDECIDED -> Status.UNDECIDED;
                default -> Status.MET;
            };
        }
    }

    /**
     * Nothing stored can be compared with this run.
     *
     * @param text why, and what to do
     */
    record NotComparable(String text) implements Finding {
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
     * @param status MET, or BROKEN where the run cannot be judged
     * @param subject what it is about
     * @param text what was seen, and what to do
     */
    record Validity(Status status, Subject subject, String text) implements Finding {

        /** What can speak against a run. */
        public enum Subject {
            /** The load generator, which kept up. */
            GENERATOR_OK,
            /** The load generator, which was short of time, whether or not that spoils anything that was looked at. */
            GENERATOR_SATURATED,
            /** Anything else. */
            RUN
        }

        /**
         * Creates a finding that is not about the load generator.
         *
         * @param status MET, or BROKEN where the run cannot be judged
         * @param text what was seen, and what to do
         */
        public Validity(Status status, String text) {
            this(status, Subject.RUN, text);
        }

        @Override
        public Verdict verdict() {
            return status == Status.BROKEN ? Verdict.INVALID : Verdict.PASS;
        }
    }

    /**
     * The run did not happen, or nothing in it succeeded.
     *
     * @param text the commonest cause, and what to do
     */
    record Fault(String text) implements Finding {
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
     * @param text what rose, from what to what
     */
    record Overrun(String text) implements Finding {
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
     * @param verdict PASS for a capacity found, UNDECIDED where it is not known as exactly as asked for, SLA_VIOLATED
     *     where the smallest load breaks down already
     * @param text the finding as a sentence
     */
    record Capacity(Verdict verdict, String text) implements Finding {
        @Override
        public Status status() {
            return switch (verdict) {
                case PASS -> Status.MET;
                case UNDECIDED -> Status.UNDECIDED;
                default -> Status.BROKEN;
            };
        }
    }

    /**
     * Something to know that decides nothing.
     *
     * @param text the note
     */
    record Note(String text) implements Finding {
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
