package io.github.llmperf.baseline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How a line says what makes its run comparable. */
final class ComparabilityJson {

    /** The object in a line. */
    static final String FIELD = "comparable";

    private ComparabilityJson() {}

    static void write(ObjectNode node, Comparability comparability) {
        node.put("environment", comparability.environment());
        node.put("model", comparability.model());
        ObjectNode labels = node.putObject("labels");
        comparability.labels().forEach(labels::put);
        ObjectNode workload = node.putObject("workload");
        comparability.workload().fields().forEach(workload::put);
        node.put("hash", comparability.hash());
    }

    /** Reads it. The hash is for people: the fields decide. */
    static Comparability read(JsonFields fields) {
        return new Comparability(
                fields.text("environment"),
                fields.text("model"),
                new TreeMap<>(texts(fields.object("labels").node())),
                new WorkloadIdentity(texts(fields.object("workload").node())));
    }

    /** Returns the hash that a line states. */
    static Optional<String> statedHash(JsonNode line) {
        JsonNode hash = line.path(FIELD).path("hash");
        return hash.isTextual() ? Optional.of(hash.asText()) : Optional.empty();
    }

    private static Map<String, String> texts(JsonNode node) {
        Map<String, String> texts = new LinkedHashMap<>();
        node.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }
}
