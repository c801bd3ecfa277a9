package io.github.llmperf.baseline;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Reads a line of this schema; each message says which field is damaged, and how. */
record LineReader(JsonNode line) {

    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

    BaselineRun run() {
        JsonFields fields = new JsonFields(line, "");
        JsonFields test = fields.object("test");
        Comparability comparability = ComparabilityJson.read(fields.object(ComparabilityJson.FIELD));
        return new BaselineRun(
                fields.text("runId"),
                edit(),
                instant(fields.text("startedAt")),
                textOrNull("commit"),
                verdict(fields.text("verdict")),
                standing(),
                markOrNull("accepted"),
                markOrNull("tag"),
                new BaselineRun.TestName(test.text("class"), test.text("method"), test.text("cell")),
                environment(comparability),
                comparability.workload(),
                numbers("values", fields.object("values").node()),
                numbers("wholeRun", line.path("wholeRun")),
                numbers("within", line.path("within")),
                counts(new JsonFields(line.path("n"), "n.")),
                histograms(line.path("histograms")));
    }

    private @Nullable String textOrNull(String field) {
        JsonNode node = line.path(field);
        return node.isTextual() ? node.asText() : null;
    }

    /** A field written by hand must not be ignored silently, and an empty one must not count. */
    private @Nullable String markOrNull(String field) {
        JsonNode node = line.path(field);
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        if (!node.isTextual() || node.asText().isBlank()) {
            throw new IllegalArgumentException(field + " must be a text in quotes, but is " + node);
        }
        return node.asText();
    }

    private Environment environment(Comparability comparability) {
        JsonNode machine = line.path("machine");
        return new Environment(
                comparability.environment(),
                machine.path("target").asText(""),
                comparability.model(),
                comparability.labels(),
                machine.path("server").asText(""),
                machine.path("java").asText(""),
                machine.path("os").asText(""),
                machine.path("cpus").asInt(0),
                texts(machine.path("answeredBy")));
    }

    private static Set<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
    }

    private static SortedMap<Measure, Double> numbers(String field, JsonNode node) {
        SortedMap<Measure, Double> numbers = new TreeMap<>();
        node.properties().forEach(entry -> {
            if (!entry.getValue().isNumber()) {
                throw new IllegalArgumentException(field + "." + entry.getKey() + " is no number");
            }
            double number = entry.getValue().asDouble();
            measure(entry.getKey()).ifPresent(m -> numbers.put(m, possible(field, m, number)));
        });
        return numbers;
    }

    private static double possible(String field, Measure measure, double number) {
        boolean isWithin = field.equals("within");
        if (isWithin ? StoredWithinRunSpread.isPossible(number) : StoredValue.isPossible(measure, number)) {
            return number;
        }
        String bounds = isWithin ? StoredWithinRunSpread.BOUNDS : StoredValue.bounds(measure);
        throw new IllegalArgumentException(field + "." + measure + " must be " + bounds + ", but is " + number);
    }

    private BaselineRun.Counts counts(JsonFields n) {
        long attempted = n.count("attempted");
        long failed = n.count("failed");
        if (failed > attempted) {
            throw new IllegalArgumentException(
                    "n.failed must not be above n.attempted = " + attempted + ", but is " + failed);
        }
        Map<Metric, Long> samples = new TreeMap<>();
        n.node().properties().forEach(entry -> Metric.named(entry.getKey())
                .ifPresent(metric -> samples.put(metric, n.count(entry.getKey()))));
        return new BaselineRun.Counts(
                attempted, failed, samples, line.path("ratesFromWholeRun").asBoolean(false));
    }

    private int edit() {
        JsonNode edit = line.path("edit");
        boolean possible = edit.isMissingNode() || (edit.isInt() && edit.intValue() >= 0);
        if (!possible) {
            throw new IllegalArgumentException("edit must be 0 or more, but is " + edit);
        }
        return edit.asInt(0);
    }

    private static Verdict verdict(String name) {
        return Arrays.stream(Verdict.values())
                .filter(verdict -> verdict.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("verdict must be one that a run can get, but is " + name));
    }

    private Standing standing() {
        JsonNode standing = line.path("standing");
        if (standing.isMissingNode()) {
            return Standing.CONFIRMED;
        }
        return Standing.named(standing.asText())
                .orElseThrow(() -> new IllegalArgumentException(
                        "standing must be confirmed, waiting or refused, but is " + standing));
    }

    private static Optional<Measure> measure(String name) {
        try {
            return Optional.of(Measure.parse(name));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Map<Metric, String> histograms(JsonNode node) {
        Map<Metric, String> histograms = new LinkedHashMap<>();
        node.properties().forEach(entry -> Metric.named(entry.getKey())
                .ifPresent(metric -> histograms.put(metric, entry.getValue().asText())));
        return histograms;
    }

    private static Instant instant(String text) {
        Instant started;
        try {
            started = Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("startedAt is no time", e);
        }
        if (started.isBefore(EARLIEST) || !started.isBefore(LATEST)) {
            throw new IllegalArgumentException("startedAt must lie between the years 2000 and 2200, but is " + started);
        }
        return started;
    }
}
