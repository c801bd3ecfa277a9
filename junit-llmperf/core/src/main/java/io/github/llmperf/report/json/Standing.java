package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.report.text.Tone;
import io.github.llmperf.verdict.Verdict;
import java.io.IOException;
import java.util.Comparator;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What became of a test and of its load.
 *
 * @param verdict what the load came to
 * @param mark what the test is called by
 * @param failing whether the test failed, or its verdict does so as strictly as it was asked for
 * @param reason all of it in one line, what decided first
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Standing(Verdict verdict, Mark mark, boolean failing, String reason) {

    /** What a test is called by. */
    public enum Mark {
        /** The test was skipped by something else, after its load. */
        TEST_SKIPPED,
        /** The verdict says what became of the test. */
        VERDICT,
        /** The test failed by something else, after a load that would have let it pass. */
        TEST_FAILED
    }

    /** The order of what tests are called by, the worst last: a failed test comes after what is merely undecided. */
    static final Comparator<Standing> BY_WORDS =
            Comparator.comparing(Standing::rank).thenComparing(Standing::mark);

    /**
     * Returns what a test is called that ended as its verdict says.
     *
     * @param verdict what the load came to
     * @param reason the verdict in one line
     * @return failing where the verdict always fails a test
     */
    public static Standing of(Verdict verdict, String reason) {
        return new Standing(verdict, Mark.VERDICT, isRed(verdict), reason);
    }

    /** Reads what a {@code result.json} says. */
    static Standing read(JsonNode root) throws IOException {
        Verdict verdict = verdict(root.path("verdict").asText());
        boolean red = failed(root.path("failed"));
        TestOutcome outcome = TestOutcome.read(root);
        Mark mark = mark(verdict, red, outcome);
        return new Standing(
                verdict,
                mark,
                red || outcome.failedItself(),
                reason(mark, verdict, root.path("reason").asText(), outcome));
    }

    private static Verdict verdict(String name) throws IOException {
        try {
            return Verdict.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new IOException("verdict must be one of the known ones, but is \"" + name + "\"", e);
        }
    }

    /** Taken for false, a result of another version would be a broken server that passes. */
    private static boolean failed(JsonNode said) throws IOException {
        if (!said.isBoolean()) {
            throw new IOException(
                    "failed must be true or false, but is " + (said.isMissingNode() ? "missing" : said.toString()));
        }
        return said.booleanValue();
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

    /** Returns what a test is called that failed, whatever its load came to. */
    Standing failedBy(String why) {
        TestOutcome failed = new TestOutcome(TestOutcome.End.FAILED, why);
        return failing
                ? this
                : new Standing(verdict, Mark.TEST_FAILED, true, reason(Mark.TEST_FAILED, verdict, reason, failed));
    }

    /**
     * Returns what became of the test, as tables say it.
     *
     * @return the verdict such as {@code SLA VIOLATED}, or {@code TEST FAILED} or {@code SKIPPED}
     */
    public String words() {
        return switch (mark) {
            case VERDICT -> verdict.words();
            case TEST_FAILED -> "TEST FAILED";
            case TEST_SKIPPED -> "SKIPPED";
        };
    }

    public Tone tone() {
        return switch (mark) {
            case VERDICT -> Tone.of(verdict);
            case TEST_FAILED -> Tone.BAD;
            case TEST_SKIPPED -> Tone.PLAIN;
        };
    }

    /**
     * Tells whether the verdict alone says what became of the test.
     *
     * @return false where something else made it fail or be skipped
     */
    public boolean isByVerdict() {
        return mark == Mark.VERDICT;
    }

    /** The verdict that the words stand beside, in the order of all words. */
    private Verdict rank() {
        return switch (mark) {
            case VERDICT -> verdict;
            case TEST_FAILED -> Verdict.UNDECIDED;
            case TEST_SKIPPED -> Verdict.IMPROVED;
        };
    }
}
