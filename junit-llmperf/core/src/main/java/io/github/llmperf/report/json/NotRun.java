package io.github.llmperf.report.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A load test of a build that has no result: it was skipped, or failed before its load.
 *
 * @param test class and method; its cell is what JUnit calls the invocation, or {@link Scenario#SINGLE}
 * @param id what JUnit knows the test by, or the method as a whole
 * @param skipped whether it was skipped; else it failed
 * @param reason why, on one line
 * @param at when that was known
 * @param build that it belongs to; empty where that cannot be told
 */
@API(status = Status.INTERNAL, since = "0.1")
public record NotRun(Scenario test, String id, boolean skipped, String reason, Instant at, Optional<String> build) {

    /** Name of the file, in the directory of a test or of a cell. */
    public static final String FILE = "not-run.json";

    /**
     * Reads the file.
     *
     * @param file as {@link #json()} tells it
     * @throws IOException if it cannot be read, or says something else
     */
    public static NotRun read(Path file) throws IOException {
        JsonNode root = new ObjectMapper().readTree(Files.readString(file));
        JsonNode test = root.path("test");
        try {
            return new NotRun(
                    new Scenario(
                            test.path("class").asText(),
                            test.path("method").asText(),
                            Map.of(),
                            test.path("cell").asText()),
                    root.path("id").asText(),
                    root.path("end").asText().equals(TestOutcome.End.SKIPPED.name()),
                    root.path("reason").asText(),
                    Instant.parse(root.path("at").asText()),
                    Optional.ofNullable(root.path("build").textValue()));
        } catch (DateTimeException e) {
            throw new IOException("at must be a moment such as 2026-01-31T12:00:00Z", e);
        }
    }

    /**
     * Returns the content of the file.
     *
     * @return JSON, ending in a line break
     */
    public String json() {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.putObject("test")
                .put("class", test.className())
                .put("method", test.methodName())
                .put("cell", test.cellName());
        root.put("id", id);
        root.put("end", (skipped ? TestOutcome.End.SKIPPED : TestOutcome.End.FAILED).name());
        root.put("reason", reason);
        root.put("at", at.toString());
        root.put("build", build.orElse(null));
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain nodes can always be written", e);
        }
    }

    /** Returns the test with the reason, for lists. */
    public String sentence() {
        return test.displayName() + ": " + reason;
    }
}
