package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.report.model.TargetName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The environment of a run, read back from its {@code result.json}. */
@API(status = Status.INTERNAL, since = "0.1")
public final class JsonEnvironment {

    private static final String LABEL = "label.";

    private static final List<String> ORDER =
            List.of("environment", "target", "model", "server", LABEL, "commit", "java", "os", "cpus");

    private JsonEnvironment() {}

    /**
     * Returns the order in which facts are shown, whichever run has which.
     *
     * @return compares names as {@link #read} returns them
     */
    public static Comparator<String> order() {
        return Comparator.<String>comparingInt(name -> ORDER.indexOf(name.startsWith(LABEL) ? LABEL : name))
                .thenComparing(Comparator.naturalOrder());
    }

    /**
     * Reads the place of a run.
     *
     * @param file a {@code result.json}
     * @return names and values in reading order; labels of the target as {@code label.gpu}; nothing that is not known
     * @throws IOException if the file cannot be read, or is no JSON
     */
    public static Map<String, String> read(Path file) throws IOException {
        JsonNode root = new ObjectMapper().readTree(Files.readString(file));
        JsonNode environment = root.path("environment");
        Map<String, String> facts = new LinkedHashMap<>();
        put(facts, "environment", environment.path("name"));
        put(facts, "target", environment.path("target"));
        facts.computeIfPresent("target", (name, target) -> TargetName.lasting(target));
        put(facts, "model", environment.path("model"));
        put(facts, "server", environment.path("server"));
        environment.path("labels").properties().forEach(label -> put(facts, LABEL + label.getKey(), label.getValue()));
        put(facts, "commit", root.path("commit"));
        put(facts, "java", environment.path("java"));
        put(facts, "os", environment.path("os"));
        put(facts, "cpus", environment.path("cpus"));
        return facts;
    }

    private static void put(Map<String, String> facts, String name, JsonNode value) {
        String text = value.asText("");
        if (value.isValueNode() && !value.isNull() && !text.isEmpty()) {
            facts.put(name, text);
        }
    }
}
