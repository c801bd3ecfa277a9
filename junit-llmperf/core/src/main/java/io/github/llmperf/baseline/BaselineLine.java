package io.github.llmperf.baseline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One stored run as one line of JSON: what people read first, histograms last. */
final class BaselineLine {

    /** Written into each line; lines with a higher one are left alone. */
    static final int SCHEMA = 1;

    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

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
        line.put("verdict", run.verdict());
        putIfKnown(line, "accepted", run.accepted());
        putIfKnown(line, "tag", run.tag());
        ObjectNode test = line.putObject("test");
        test.put("class", run.test().className());
        test.put("method", run.test().methodName());
        test.put("cell", run.test().cellName());
        Environment environment = run.environment();
        line.put("environment", environment.name());
        line.put("model", environment.model());
        putTexts(line.putObject("labels"), environment.labels());
        ObjectNode values = line.putObject("values");
        run.values().forEach((measure, value) -> values.put(measure.toString(), plain(value)));
        ObjectNode n = line.putObject("n");
        n.put("attempted", run.counts().attempted());
        n.put("failed", run.counts().failed());
        run.counts().samples().forEach((metric, samples) -> n.put(metric.jsonName(), samples));
        line.put("ratesFromWholeRun", run.counts().ratesFromWholeRun());
        line.put("workloadHash", run.workload().hash());
        putTexts(line.putObject("workload"), run.workload().fields());
        ObjectNode machine = line.putObject("machine");
        machine.put("target", environment.target());
        machine.put("server", environment.server());
        machine.put("java", environment.java());
        machine.put("os", environment.os());
        machine.put("cpus", environment.cpus());
        ObjectNode histograms = line.putObject("histograms");
        run.histograms().forEach((metric, text) -> histograms.put(metric.jsonName(), text));
        return line.toString();
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

    private static void putTexts(ObjectNode node, Map<String, String> texts) {
        texts.forEach(node::put);
    }

    /**
     * Reads a line. What it does not know is left out, so that small additions need no new schema.
     *
     * @return the run, or empty when a newer version wrote the line
     * @throws IllegalArgumentException if the line is damaged; the message says how
     */
    static Optional<BaselineRun> read(String text) {
        JsonNode line;
        try {
            line = JsonText.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON", e);
        }
        if (!line.isObject()) {
            throw new IllegalArgumentException("no JSON object");
        }
        if (!line.path("schema").isInt()) {
            throw new IllegalArgumentException("schema is missing");
        }
        if (line.path("schema").asInt() < 1) {
            throw new IllegalArgumentException(
                    "schema must be 1 or more, but is " + line.path("schema").asInt());
        }
        if (line.path("schema").asInt() > SCHEMA) {
            return Optional.empty();
        }
        JsonNode test = line.path("test");
        return Optional.of(new BaselineRun(
                text(line, "runId"),
                edit(line.path("edit")),
                instant(line),
                line.path("commit").isTextual() ? line.path("commit").asText() : null,
                verdict(line),
                line.path("accepted").isTextual() ? line.path("accepted").asText() : null,
                line.path("tag").isTextual() ? line.path("tag").asText() : null,
                new BaselineRun.TestName(text(test, "class"), text(test, "method"), text(test, "cell")),
                environment(line),
                new WorkloadIdentity(texts(object(line, "workload"))),
                values(object(line, "values")),
                new TreeMap<>(),
                counts(line),
                histograms(line.path("histograms"))));
    }

    private static Environment environment(JsonNode line) {
        JsonNode machine = line.path("machine");
        return new Environment(
                text(line, "environment"),
                machine.path("target").asText(""),
                text(line, "model"),
                new TreeMap<>(texts(object(line, "labels"))),
                machine.path("server").asText(""),
                machine.path("java").asText(""),
                machine.path("os").asText(""),
                machine.path("cpus").asInt(0));
    }

    private static SortedMap<Measure, Double> values(JsonNode node) {
        SortedMap<Measure, Double> values = new TreeMap<>();
        node.properties().forEach(entry -> {
            if (!entry.getValue().isNumber()) {
                throw new IllegalArgumentException("values." + entry.getKey() + " is no number");
            }
            double value = entry.getValue().asDouble();
            measure(entry.getKey()).ifPresent(m -> values.put(m, possible(m, value)));
        });
        return values;
    }

    private static double possible(Measure measure, double value) {
        if (!StoredValue.isPossible(measure, value)) {
            throw new IllegalArgumentException(
                    "values." + measure + " must be " + StoredValue.bounds(measure) + ", but is " + value);
        }
        return value;
    }

    private static BaselineRun.Counts counts(JsonNode line) {
        JsonNode n = line.path("n");
        long attempted = count(n, "attempted");
        long failed = count(n, "failed");
        if (failed > attempted) {
            throw new IllegalArgumentException(
                    "n.failed must not be above n.attempted = " + attempted + ", but is " + failed);
        }
        return new BaselineRun.Counts(
                attempted, failed, samples(n), line.path("ratesFromWholeRun").asBoolean(false));
    }

    private static int edit(JsonNode edit) {
        boolean possible = edit.isMissingNode() || (edit.isInt() && edit.intValue() >= 0);
        if (!possible) {
            throw new IllegalArgumentException("edit must be 0 or more, but is " + edit);
        }
        return edit.asInt(0);
    }

    private static String verdict(JsonNode line) {
        String verdict = text(line, "verdict");
        if (!BaselineRun.isVerdict(verdict)) {
            throw new IllegalArgumentException("verdict must be one that a run can get, but is " + verdict);
        }
        return verdict;
    }

    private static Optional<Measure> measure(String name) {
        try {
            return Optional.of(Measure.parse(name));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Map<Metric, Long> samples(JsonNode node) {
        Map<Metric, Long> samples = new TreeMap<>();
        node.properties().forEach(entry -> Metric.named(entry.getKey())
                .ifPresent(metric -> samples.put(metric, count(node, entry.getKey()))));
        return samples;
    }

    private static Map<Metric, String> histograms(JsonNode node) {
        Map<Metric, String> histograms = new LinkedHashMap<>();
        node.properties().forEach(entry -> Metric.named(entry.getKey())
                .ifPresent(metric -> histograms.put(metric, entry.getValue().asText())));
        return histograms;
    }

    private static Map<String, String> texts(JsonNode node) {
        Map<String, String> texts = new LinkedHashMap<>();
        node.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    private static Instant instant(JsonNode line) {
        Instant started;
        try {
            started = Instant.parse(text(line, "startedAt"));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("startedAt is no time", e);
        }
        if (started.isBefore(EARLIEST) || !started.isBefore(LATEST)) {
            throw new IllegalArgumentException("startedAt must lie between the years 2000 and 2200, but is " + started);
        }
        return started;
    }

    private static JsonNode object(JsonNode node, String field) {
        if (!node.path(field).isObject()) {
            throw new IllegalArgumentException(field + " is missing");
        }
        return node.path(field);
    }

    private static String text(JsonNode node, String field) {
        if (!node.path(field).isTextual()) {
            throw new IllegalArgumentException(field + " is missing");
        }
        return node.path(field).asText();
    }

    private static long count(JsonNode n, String field) {
        JsonNode count = n.path(field);
        if (!count.isIntegralNumber()) {
            throw new IllegalArgumentException("n." + field + " is missing");
        }
        if (!count.canConvertToLong() || count.longValue() < 0) {
            throw new IllegalArgumentException("n." + field + " must be a count, but is " + count);
        }
        return count.longValue();
    }
}
