package io.github.llmperf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Whether a run is INVALID because its load generator was short of time, by the values in its {@code result.json}. */
final class TooBusy {

    private static final ObjectMapper JSON = new ObjectMapper();

    private TooBusy() {}

    /** An interrupted run is INVALID for that alone. */
    static boolean says(Path result) {
        try {
            JsonNode root = JSON.readTree(result.toFile());
            return root.path("verdict").asText().equals(Verdict.INVALID.name())
                    && root.path("health").path("status").asText().equals("SATURATED")
                    && !root.path("end").asText().equals(LoadRun.End.INTERRUPTED.name());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
