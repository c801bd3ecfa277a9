package io.github.llmperf.report.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.plan.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The run of one cell, read back from its {@code result.json}, so that runs of other processes are included.
 *
 * @param file the {@code result.json}
 */
@API(status = Status.INTERNAL, since = "0.1")
public record CellResult(Path file, JsonNode json) {

    private static final String TARGET = "target";

    /**
     * Reads a result.
     *
     * @param file a {@code result.json}
     */
    public static CellResult read(Path file) throws IOException {
        return new CellResult(file, new ObjectMapper().readTree(Files.readString(file)));
    }

    /**
     * Returns what tells this run from others of its test.
     *
     * @return the attributes of its cell and the labels of its target, by name
     */
    public Map<String, String> axes() {
        Map<String, String> axes = new LinkedHashMap<>();
        json.path("environment")
                .path("labels")
                .properties()
                .forEach(label -> axes.put(label.getKey(), text(label.getValue())));
        json.path("test").path("cell").properties().forEach(value -> axes.put(value.getKey(), text(value.getValue())));
        if (!axes.containsKey(TARGET)) {
            axes.put(TARGET, json.path("environment").path(TARGET).asText());
        }
        return axes;
    }

    private static String text(JsonNode value) {
        return value.isNumber() && value.doubleValue() == value.longValue()
                ? Long.toString(value.longValue())
                : value.asText();
    }

    /** Returns the class whose test was run. */
    public String className() {
        return json.path("test").path("class").asText();
    }

    /**
     * Returns the test that was run.
     *
     * @return its short name, without its cell
     */
    public String test() {
        JsonNode test = json.path("test");
        return new Scenario(test.path("class").asText(), test.path("method").asText(), Map.of(), Scenario.SINGLE)
                .displayName();
    }

    /**
     * Returns when the run began.
     *
     * @return ISO 8601
     */
    public String startedAt() {
        return json.path("startedAt").asText();
    }

    /**
     * Returns what the run came to.
     *
     * @return the verdict in words, such as {@code NO BASELINE}
     */
    public String verdict() {
        return json.path("verdict").asText().replace('_', ' ');
    }

    /**
     * Returns a figure of the run, by the clock of its study.
     *
     * @param timeScale seconds of the study in a second of the run
     * @return the value; empty where the run has none
     */
    public OptionalDouble value(Figure figure, double timeScale) {
        OptionalDouble value = figure.in(json);
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * figure.factor(timeScale)) : value;
    }
}
