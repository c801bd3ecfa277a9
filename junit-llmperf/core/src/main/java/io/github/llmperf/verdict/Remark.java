package io.github.llmperf.verdict;

import io.github.llmperf.baseline.LineWarning;
import io.github.llmperf.measure.Note;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Pairing;
import java.util.List;
import java.util.OptionalInt;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** A remark that does not affect the verdict. */
@API(status = Status.INTERNAL, since = "0.1")
public sealed interface Remark {

    /**
     * A guarded measure is not compared, since its plan makes it meaningless.
     *
     * @param why why it does
     */
    record NotCompared(Measure measure, WhyNot why) implements Remark {}

    /** What makes a guarded measure meaningless. */
    enum WhyNot {
        /** Answers are not streamed. */
        NOT_STREAMED,
        /** Answers have one token. */
        ONE_TOKEN,
        /** Neither more nor less is better. */
        NO_DIRECTION,
        /** The plan sets it. */
        FIXED_RATE,
        /** The error rate has a rule of its own. */
        OWN_RULE
    }

    /** The run was ended early, and is therefore neither compared with stored runs nor stored. */
    record NotComparedEndedEarly() implements Remark {}

    /**
     * The run was ended early, and is therefore not compared with the second target.
     *
     * @param name of the target
     */
    record PairsEndedEarly(String name) implements Remark {}

    /**
     * The second target takes the place of stored runs.
     *
     * @param name of the target
     */
    record PairedInstead(String name) implements Remark {}

    /** What the pairs compare: two starts, or how starts of one server differ from those of the other. */
    record PairsCompare(Pairing.Unit unit) implements Remark {}

    /**
     * Fewer pairs were measured than asked for.
     *
     * @param measured pairs of which both loads came to their end
     * @param asked pairs of the plan
     */
    record FewerPairs(int measured, int asked) implements Remark {}

    /**
     * What a run that cannot be judged looks like.
     *
     * @param findings all of the run, worst first
     * @param alpha chance of a false alarm that they share
     */
    record IfItCounted(Verdict verdict, List<Finding> findings, double alpha) implements Remark {

        /** Copies the list. */
        public IfItCounted {
            findings = List.copyOf(findings);
        }
    }

    /**
     * How many nodes a planned load takes.
     *
     * @param outcome of the search
     */
    record Nodes(CapacityOutcome outcome) implements Remark {}

    /**
     * Where a limit most likely lies.
     *
     * @param outcome of the search
     */
    record Estimate(CapacityOutcome outcome) implements Remark {}

    /**
     * What the second target's measurement remarks.
     *
     * @param name of the target
     */
    record OfSecondTarget(String name, Note note) implements Remark {}

    /** Something is wrong with a stored line. */
    record Line(LineWarning warning) implements Remark {}

    /** What the numbers of the run do not say by themselves. */
    record Measured(Note note) implements Remark {}

    /** What the server's own metrics say. */
    record Server(ServerExplanation saying) implements Remark {}

    /**
     * A build tool runs a failed test again.
     *
     * @param number of this run within the build, 2 or more
     * @param compared how many runs of the build are compared as one, this one included; 0 where nothing is compared
     */
    record Rerun(int number, int compared) implements Remark {}

    /**
     * The test was tried before, on a machine that was too busy to measure.
     *
     * @param givenUp what the tries before came to, one at least
     */
    record Retried(List<Judgement> givenUp) implements Remark {

        /** Copies the list. */
        public Retried {
            givenUp = List.copyOf(givenUp);
        }
    }

    /** Why a test that could not be judged is not tried again, although that might heal it. */
    enum NotRetried implements Remark {
        /** Its prompts would come a second time, and the target may have kept what it made of them. */
        SAME_PROMPTS,
        /** It would be expected to spend more than its budget. */
        BUDGET
    }

    /**
     * Builds before this one are undecided, and were judged together with it.
     *
     * @param builds how many of them, 1 or more
     * @param isWorse whether all of them together still look worse, so that this one waits as they do
     */
    record Together(int builds, boolean isWorse) implements Remark {}

    /** A reason was given, but accepts nothing of this test. */
    record ReasonElsewhere(NotAccepted why) implements Remark {}

    /** The trials calibrate, and are compared with nothing. */
    record Calibrated() implements Remark {}

    /**
     * Further trials were wanted, and the target could not be started for them.
     *
     * @param said why not, as who started it says
     */
    record TrialsCutShort(String said) implements Remark {}

    /**
     * More trials were asked for than the one there is.
     *
     * @param why why there are no more
     * @param asked how many were asked for; empty where they were to calibrate
     */
    record OneTrial(Why why, OptionalInt asked) implements Remark {

        /** What keeps a test from further trials. */
        public enum Why {
            /** It has stages. */
            STAGES,
            /** Its target cannot be started anew. */
            SAME_START
        }
    }

    /** What was set and has no effect on the test. */
    enum WithoutEffect implements Remark {
        /** Trials and calibration, beside a second target. */
        TRIALS_OF_PAIRS,
        /** Trials and calibration, beside a search. */
        TRIALS_OF_SEARCH,
        /** Gated measures, beside a search. */
        GATED_OF_SEARCH
    }
}
