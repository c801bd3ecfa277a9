package io.github.llmperf.report.json;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.text.FailureMessage;
import io.github.llmperf.report.text.Tone;
import java.util.Comparator;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The status of a test and of its load.
 *
 * @param verdict what the load came to
 * @param mark the source of the test's status
 * @param failing whether the test failed, or its verdict does so as strictly as it was asked for
 * @param reason all of it in one line, what decided first
 */
@API(status = Status.INTERNAL, since = "0.1")
public record TestStatus(Verdict verdict, Mark mark, boolean failing, String reason) {

    /** The source of a test's status. */
    public enum Mark {
        /** The test was skipped for another reason, after its load. */
        TEST_SKIPPED,
        /** The verdict is the status of the test. */
        VERDICT,
        /** The test failed for another reason, after a load with which it would have passed. */
        TEST_FAILED
    }

    /** The order of statuses, the worst last: a failed test comes after an undecided verdict. */
    static final Comparator<TestStatus> BY_WORDS =
            Comparator.comparing(TestStatus::rank).thenComparing(TestStatus::mark);

    /**
     * Returns the status of a test that ended as its verdict says.
     *
     * @return failing where the verdict always fails a test
     */
    public static TestStatus of(Verdict verdict, String reason) {
        return new TestStatus(verdict, Mark.VERDICT, isRed(verdict), reason);
    }

    /** Returns what a {@code result.json} says. */
    static TestStatus of(ResultHead head) {
        TestOutcome outcome = TestOutcome.of(head.outcome(), head.process());
        Mark mark = mark(head.verdict(), head.failed(), outcome);
        return new TestStatus(
                head.verdict(),
                mark,
                head.failed() || outcome.failedItself(),
                reason(mark, head.verdict(), head.reason(), outcome));
    }

    private static Mark mark(Verdict verdict, boolean red, TestOutcome outcome) {
        if (red || !verdict.isJudged()) {
            return outcome.failedItself() && !red ? Mark.TEST_FAILED : Mark.VERDICT;
        }
        return outcome.failedItself() ? Mark.TEST_FAILED : outcome.skippedItself() ? Mark.TEST_SKIPPED : Mark.VERDICT;
    }

    private static String reason(Mark mark, Verdict verdict, String reason, TestOutcome outcome) {
        String load = "; its load: " + verdict.words() + ", " + reason;
        return switch (mark) {
            case TEST_FAILED -> "the test itself failed: " + outcome.message() + load;
            case TEST_SKIPPED -> "the test skipped itself: " + outcome.message() + load;
            case VERDICT ->
                outcome.failedItself() ? reason + "; the test itself failed, too: " + outcome.message() : reason;
        };
    }

    private static boolean isRed(Verdict verdict) {
        return verdict == Verdict.REGRESSION || verdict == Verdict.SLA_VIOLATED || verdict == Verdict.ERROR;
    }

    /** A verdict that fails no test by itself does so where the gate wants more compared than was. */
    private boolean isFailedByGate() {
        return failing && (verdict == Verdict.PASS || verdict == Verdict.IMPROVED);
    }

    /** Returns the status of a test that failed regardless of its load. */
    TestStatus failedBy(String why) {
        TestOutcome failed = new TestOutcome(TestOutcome.End.FAILED, why);
        return failing
                ? this
                : new TestStatus(verdict, Mark.TEST_FAILED, true, reason(Mark.TEST_FAILED, verdict, reason, failed));
    }

    /**
     * Returns the status of the test for tables.
     *
     * @return the verdict such as {@code SLA VIOLATED}, or {@code NOT COMPARED}, {@code TEST FAILED} or {@code SKIPPED}
     */
    public String words() {
        return switch (mark) {
            case VERDICT -> isFailedByGate() ? FailureMessage.NOT_COMPARED : verdict.words();
            case TEST_FAILED -> "TEST FAILED";
            case TEST_SKIPPED -> "SKIPPED";
        };
    }

    public Tone tone() {
        return switch (mark) {
            case VERDICT -> isFailedByGate() ? Tone.BAD : Tone.of(verdict);
            case TEST_FAILED -> Tone.BAD;
            case TEST_SKIPPED -> Tone.PLAIN;
        };
    }

    /**
     * Returns whether the verdict alone is the status of the test.
     *
     * @return false where something else made it fail or be skipped
     */
    public boolean isByVerdict() {
        return mark == Mark.VERDICT;
    }

    /** The verdict next to which the status is sorted. */
    private Verdict rank() {
        return switch (mark) {
            case VERDICT -> verdict;
            case TEST_FAILED -> Verdict.UNDECIDED;
            case TEST_SKIPPED -> Verdict.IMPROVED;
        };
    }
}
