package io.github.llmperf.report.matrix;

import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.json.Result;
import java.io.IOException;
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
public record CellResult(Path file, Result result) {

    private static final String TARGET = "target";

    /**
     * Reads a result.
     *
     * @param file a {@code result.json}
     */
    public static CellResult read(Path file) throws IOException {
        return new CellResult(file, Result.read(file));
    }

    /**
     * Returns what tells this run from others of its test.
     *
     * @return the attributes of its cell and the labels of its target, by name
     */
    public Map<String, String> axes() {
        Map<String, String> axes = new LinkedHashMap<>(result.environment().labels());
        result.head().test().cell().forEach((attribute, value) -> axes.put(attribute, String.valueOf(value)));
        axes.putIfAbsent(TARGET, result.environment().target());
        return axes;
    }

    /** Returns the class whose test was run. */
    public String className() {
        return result.head().test().className();
    }

    /**
     * Returns the test that was run.
     *
     * @return its short name, without its cell
     */
    public String test() {
        return new Scenario(className(), result.head().test().method(), Map.of(), Scenario.SINGLE).displayName();
    }

    /**
     * Returns when the run began.
     *
     * @return ISO 8601
     */
    public String startedAt() {
        return result.head().startedAt();
    }

    /**
     * Returns what the run came to.
     *
     * @return the verdict in words, such as {@code NO BASELINE}
     */
    public String verdict() {
        return result.head().verdict().words();
    }

    /**
     * Returns a figure of the run, by the clock of its study.
     *
     * @param timeScale seconds of the study in a second of the run
     * @return the value; empty where the run has none
     */
    public OptionalDouble value(Figure figure, double timeScale) {
        OptionalDouble value = figure.in(result);
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * figure.factor(timeScale)) : value;
    }
}
