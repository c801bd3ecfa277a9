package io.github.llmperf.report.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.report.model.SafeText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/** Builds JSON objects whose numbers are always valid JSON and whose texts hold no secrets. */
@API(status = Status.INTERNAL, since = "0.1")
public final class JsonWriting {

    /** More digits than any measurement has, but too few to show binary rounding. */
    private static final MathContext DIGITS = new MathContext(9);

    private static final int LONGEST_KEY = 1000;

    private final ObjectMapper mapper = new ObjectMapper();
    private final SafeText safe;

    public JsonWriting(SafeText safe) {
        this.safe = safe;
    }

    ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Returns the object of a record, or the array of a list of records. */
    JsonNode tree(Object record) {
        return safe(JsonRecords.tree(record));
    }

    private JsonNode safe(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = object();
            object.properties().forEach(entry -> copy.set(key(entry.getKey()), safe(entry.getValue())));
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            array.forEach(item -> copy.add(safe(item)));
            return copy;
        }
        return node.isTextual() ? JsonNodeFactory.instance.textNode(safe.of(node.textValue())) : node;
    }

    /** Puts a text, or null. */
    public JsonWriting put(ObjectNode node, String key, @Nullable String text) {
        node.put(key, text == null ? null : safe.of(text));
        return this;
    }

    /** Puts a number; not a number becomes null, and infinity the text {@code Infinity}. */
    public JsonWriting put(ObjectNode node, String key, double number) {
        node.set(key, number(number));
        return this;
    }

    static JsonNode number(double number) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (Double.isNaN(number)) {
            return nodes.nullNode();
        }
        if (Double.isInfinite(number)) {
            return nodes.textNode(Double.toString(number));
        }
        BigDecimal exact = new BigDecimal(Double.toString(number)).round(DIGITS);
        boolean whole = exact.signum() == 0 || exact.stripTrailingZeros().scale() <= 0;
        return whole && exact.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) < 0
                ? nodes.numberNode(exact.longValue())
                : nodes.numberNode(exact.doubleValue());
    }

    public JsonWriting put(ObjectNode node, String key, OptionalDouble number) {
        return put(node, key, number.orElse(Double.NaN));
    }

    public JsonWriting put(ObjectNode node, String key, OptionalInt number) {
        return put(node, key, number.isPresent() ? number.getAsInt() : Double.NaN);
    }

    public JsonWriting put(ObjectNode node, String key, OptionalLong number) {
        if (number.isPresent()) {
            node.put(key, number.getAsLong());
        } else {
            node.putNull(key);
        }
        return this;
    }

    /** Puts a count where −1 means unknown. */
    JsonWriting known(ObjectNode node, String key, long count) {
        return put(node, key, count < 0 ? OptionalLong.empty() : OptionalLong.of(count));
    }

    /** Puts a list of texts. */
    public JsonWriting put(ObjectNode node, String key, Collection<?> texts) {
        var array = node.putArray(key);
        texts.forEach(text -> array.add(safe.of(text.toString())));
        return this;
    }

    /** Puts an object of texts. */
    public JsonWriting put(ObjectNode node, String key, Map<String, String> texts) {
        ObjectNode map = node.putObject(key);
        texts.forEach((name, text) -> map.put(key(name), safe.of(text)));
        return this;
    }

    /** Returns a key made of a foreign name: truncated, since JSON parsers refuse very long keys. */
    public String key(String name) {
        String shown = safe.of(name);
        return shown.length() <= LONGEST_KEY ? shown : shown.substring(0, LONGEST_KEY) + "…";
    }

    String text(ObjectNode node, boolean indented) {
        try {
            return indented
                    ? mapper.writerWithDefaultPrettyPrinter().writeValueAsString(node)
                    : mapper.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain nodes can always be written", e);
        }
    }
}
