package io.github.llmperf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.metric.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Whether a run is INVALID because its load generator was short of time, by the values in its {@code result.json}. */
final class TooBusy {

    private static final ObjectMapper JSON = new ObjectMapper();

    private TooBusy() {}

    /** An interrupted run is INVALID for that alone, and so is a search that was interrupted after its last whole load. */
    static boolean says(Path result) {
        try {
            JsonNode root = JSON.readTree(result.toFile());
            return root.path("verdict").asText().equals(Verdict.INVALID.name())
                    && root.path("health").path("status").asText().equals("SATURATED")
                    && !isInterrupted(root)
                    && !isInterrupted(root.path("capacity"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isInterrupted(JsonNode of) {
        return of.path("end").asText().equals(LoadRun.End.INTERRUPTED.name());
    }
}
