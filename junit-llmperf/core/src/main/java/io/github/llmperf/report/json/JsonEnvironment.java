package io.github.llmperf.report.json;

import io.github.llmperf.baseline.Environment;
import io.github.llmperf.report.model.TargetName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/** The environment of a run, read back from its {@code result.json}. */
@API(status = Status.INTERNAL, since = "0.1")
public final class JsonEnvironment {

    private static final String LABEL = "label.";

    private static final List<String> ORDER =
            List.of("environment", "target", "model", "answeredBy", "server", LABEL, "commit", "java", "os", "cpus");

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
     * @throws IOException if the file cannot be read, or is no such result
     */
    public static Map<String, String> read(Path file) throws IOException {
        Result result = Result.read(file);
        Environment environment = result.environment();
        Map<String, String> facts = new LinkedHashMap<>();
        put(facts, "environment", environment.name());
        put(facts, "target", TargetName.lasting(environment.target()));
        put(facts, "model", environment.model());
        put(facts, "answeredBy", String.join(", ", environment.answeredBy()));
        put(facts, "server", environment.server());
        environment.labels().forEach((name, value) -> put(facts, LABEL + name, value));
        put(facts, "commit", result.head().commit());
        put(facts, "java", environment.java());
        put(facts, "os", environment.os());
        put(facts, "cpus", Integer.toString(environment.cpus()));
        return facts;
    }

    private static void put(Map<String, String> facts, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            facts.put(name, value);
        }
    }
}
