package io.github.llmperf.allure;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A part of a run in the words of tools that show a test as steps. Texts hold neither secrets nor invisible characters.
 *
 * @param name such as {@code warm-up}
 * @param start wall-clock time
 * @param stop wall-clock time, not before the start
 * @param result how it ended
 * @param facts names and values in reading order
 * @param parts steps within this one
 */
@API(status = Status.INTERNAL, since = "0.1")
public record RunStep(
        String name, Instant start, Instant stop, Result result, Map<String, String> facts, List<RunStep> parts) {

    /** How a step ended. */
    public enum Result {
        /** As it was to. */
        PASSED,
        /** Something required was not met. */
        FAILED,
        /** It says nothing either way. */
        INVALID,
        /** It could not be done. */
        BROKEN
    }

    /** Copies the collections, and keeps the order of facts. */
    public RunStep {
        if (stop.isBefore(start)) {
            stop = start;
        }
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        parts = List.copyOf(parts);
    }
}
