package io.github.llmperf.baseline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.metric.Measure;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One stored run as one line of JSON: what people read first, histograms last. */
final class BaselineLine {

    /** Written into each line; lines with a higher one are left alone. */
    static final int SCHEMA = 1;

    /** Fields that only the newest runs keep: most of a line's bytes, and nothing that a verdict needs. */
    private static final List<String> DETAILS = List.of("machine", "histograms");

    private BaselineLine() {}

    /** Returns the line, without a line end. */
    static String write(BaselineRun run) {
        ObjectNode line = JsonText.MAPPER.createObjectNode();
        line.put("schema", SCHEMA);
        line.put("runId", run.runId());
        if (run.edit() != 0) {
            line.put("edit", run.edit());
        }
        line.put("startedAt", run.startedAt().toString());
        putIfKnown(line, "commit", run.commit());
        line.put("verdict", run.verdict().name());
        if (run.standing() != Standing.CONFIRMED) {
            line.put("standing", run.standing().jsonName());
        }
        putIfKnown(line, "accepted", run.accepted());
        putIfKnown(line, "tag", run.tag());
        ObjectNode test = line.putObject("test");
        test.put("class", run.test().className());
        test.put("method", run.test().methodName());
        test.put("cell", run.test().cellName());
        putNumbers(line.putObject("values"), run.values());
        if (!run.wholeRun().isEmpty()) {
            putNumbers(line.putObject("wholeRun"), run.wholeRun());
        }
        if (!run.within().isEmpty()) {
            putNumbers(line.putObject("within"), run.within());
        }
        ObjectNode n = line.putObject("n");
        n.put("attempted", run.counts().attempted());
        n.put("failed", run.counts().failed());
        run.counts().samples().forEach((metric, samples) -> n.put(metric.jsonName(), samples));
        line.put("ratesFromWholeRun", run.counts().ratesFromWholeRun());
        ComparabilityJson.write(line.putObject(ComparabilityJson.FIELD), run.comparability());
        if (!run.isSummary()) {
            putMachine(line.putObject("machine"), run.environment());
            ObjectNode histograms = line.putObject("histograms");
            run.histograms().forEach((metric, text) -> histograms.put(metric.jsonName(), text));
        }
        return line.toString();
    }

    private static void putMachine(ObjectNode machine, Environment environment) {
        machine.put("target", environment.target());
        machine.put("server", environment.server());
        machine.put("java", environment.java());
        machine.put("os", environment.os());
        machine.put("cpus", environment.cpus());
        if (!environment.answeredBy().isEmpty()) {
            ArrayNode models = machine.putArray("answeredBy");
            environment.answeredBy().forEach(models::add);
        }
    }

    private static void putNumbers(ObjectNode node, Map<Measure, Double> numbers) {
        numbers.forEach((measure, number) -> node.put(measure.toString(), plain(number)));
    }

    private static BigDecimal plain(double value) {
        BigDecimal stripped = BigDecimal.valueOf(value).stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    private static void putIfKnown(ObjectNode node, String field, @Nullable String text) {
        if (text != null) {
            node.put(field, text);
        }
    }

    /**
     * Reads a line. What it does not know is left out, so that small additions need no new schema.
     *
     * @return the run, or empty when a newer version wrote the line
     * @throws IllegalArgumentException if the line is damaged; the message says how
     */
    static Optional<BaselineRun> read(String text) {
        JsonNode line = parse(text);
        if (!line.path("schema").isInt()) {
            throw new IllegalArgumentException("schema is missing");
        }
        int schema = line.path("schema").asInt();
        if (schema < 1) {
            throw new IllegalArgumentException("schema must be 1 or more, but is " + schema);
        }
        return schema > SCHEMA ? Optional.empty() : Optional.of(new LineReader(line).run());
    }

    static ObjectNode parse(String text) {
        JsonNode line;
        try {
            line = JsonText.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON", e);
        }
        if (line instanceof ObjectNode object) {
            return object;
        }
        throw new IllegalArgumentException("no JSON object");
    }

    /** Returns a line that can be read without what only the newest runs keep; all else in it stays, known or not. */
    static String summary(String text) {
        return parse(text).remove(DETAILS).toString();
    }
}
