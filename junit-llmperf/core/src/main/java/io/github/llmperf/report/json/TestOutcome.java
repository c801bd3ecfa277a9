package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.text.VisibleText;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * How a test ended after its load was judged: its body and later callbacks may fail regardless of the verdict.
 *
 * @param end what JUnit was told
 * @param message why, on one line, where it is not the verdict that made the test fail or be skipped; else empty
 */
@API(status = Status.INTERNAL, since = "0.1")
public record TestOutcome(End end, String message) {

    /** Unknown: the test has not ended, or its process died first. */
    public static final TestOutcome UNKNOWN = new TestOutcome(End.UNKNOWN, "");

    /** The verdict was reported, and then the process died. */
    private static final TestOutcome CUT =
            new TestOutcome(End.FAILED, "its process ended before the test did, by a crash, System.exit or a kill");

    private static final Pattern PROCESS = Pattern.compile("(\\d{1,18})@(.+)");

    private static final String KEY = "outcome";
    private static final int LONGEST = 300;

    /** The result reported to JUnit. */
    public enum End {
        /** Not ended. */
        UNKNOWN,
        /** Every part of the test passed. */
        PASSED,
        /** By the verdict or by anything else. */
        FAILED,
        /** Aborted, by the verdict or by the test itself. */
        SKIPPED
    }

    /**
     * Returns the message of an exception on one line.
     *
     * @return its message, lines joined; with the exception's name where it is no failed assertion or says nothing
     */
    public static String words(Throwable thrown) {
        String said = thrown.getMessage() == null
                ? ""
                : thrown.getMessage()
                        .lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .collect(Collectors.joining(" "));
        String name = thrown.getClass().getSimpleName();
        boolean telling = thrown instanceof AssertionError || isOfLibraries(thrown);
        return VisibleText.text(said.isEmpty() ? name : telling ? said : name + ": " + said, LONGEST);
    }

    /** The class names of this library's and test frameworks' exceptions add nothing to their messages. */
    private static boolean isOfLibraries(Throwable thrown) {
        String name = thrown.getClass().getName();
        return name.startsWith("io.github.llmperf.")
                || name.startsWith("org.opentest4j.")
                || name.startsWith("org.junit.");
    }

    /** Returns whether the test failed for another reason than its verdict. */
    public boolean failedItself() {
        return end == End.FAILED && !message.isEmpty();
    }

    /** Returns whether the test was skipped for another reason than its verdict. */
    boolean skippedItself() {
        return end == End.SKIPPED && !message.isEmpty();
    }

    /**
     * Returns a result that includes this outcome.
     *
     * @param json a {@code result.json}
     * @return the same with {@code outcome}
     * @throws IOException if the text is no JSON object
     */
    public String in(String json, SafeText safe) throws IOException {
        if (!(JsonRecords.parse(json) instanceof ObjectNode root)) {
            throw new IOException("result.json must be an object, but begins with " + VisibleText.text(json, 20));
        }
        JsonWriting writing = new JsonWriting(safe);
        root.set(KEY, writing.tree(this));
        return writing.text(root, true) + "\n";
    }

    /** Returns whether a process of this machine, identified by id and start, has ended; false if unknown. */
    static boolean isGone(String process) {
        Matcher named = PROCESS.matcher(process);
        if (!named.matches()) {
            return false;
        }
        try {
            Instant started = Instant.parse(named.group(2));
            return ProcessHandle.of(Long.parseLong(named.group(1)))
                    .map(known -> known.info()
                            .startInstant()
                            .filter(at -> !at.equals(started))
                            .isPresent())
                    .orElse(true);
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    /** Returns what a result says; where it says nothing, whether its process can still tell. */
    static TestOutcome of(@Nullable TestOutcome said, String process) {
        return said != null ? said : isGone(process) ? CUT : UNKNOWN;
    }
}
