package io.github.llmperf.simulator.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads the fields of a JSON object; what has the wrong type is refused by name. Null counts as absent. */
final class JsonFields {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final int MOST_SHOWN = 80;

    private final JsonNode object;
    private final String prefix;

    private JsonFields(JsonNode object, String prefix) {
        this.object = object;
        this.prefix = prefix;
    }

    static JsonFields parse(byte[] bytes) throws Refusal {
        try {
            return of(MAPPER.readTree(bytes));
        } catch (JsonProcessingException e) {
            throw Refusal.badRequest(null, "body must be JSON, but is not: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail", e);
        }
    }

    private static JsonFields of(JsonNode body) throws Refusal {
        if (!body.isObject()) {
            throw Refusal.badRequest(null, "body must be a JSON object, but is " + kind(body));
        }
        return new JsonFields(body, "");
    }

    static String kind(JsonNode node) {
        return switch (node.getNodeType()) {
            case ARRAY -> "an array";
            case OBJECT -> "an object";
            case MISSING -> "empty";
            case NULL -> "null";
            default -> "`" + shortened(node.toString()) + "`";
        };
    }

    private static String shortened(String text) {
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…";
    }

    @Nullable
    JsonNode get(String name) {
        JsonNode node = object.get(name);
        return node == null || node.isNull() ? null : node;
    }

    @Nullable
    JsonFields object(String name) throws Refusal {
        JsonNode node = get(name);
        if (node == null) {
            return null;
        }
        if (!node.isObject()) {
            throw wrong(name, "an object", node);
        }
        return new JsonFields(node, prefix + name + ".");
    }

    JsonFields objectOrEmpty(String name) throws Refusal {
        JsonFields there = object(name);
        return there == null ? new JsonFields(JsonNodeFactory.instance.objectNode(), prefix + name + ".") : there;
    }

    @Nullable
    String string(String name) throws Refusal {
        JsonNode node = get(name);
        if (node != null && !node.isTextual()) {
            throw wrong(name, "a string", node);
        }
        return node == null ? null : node.textValue();
    }

    boolean flag(String name, boolean absent) throws Refusal {
        JsonNode node = get(name);
        if (node != null && !node.isBoolean()) {
            throw wrong(name, "true or false", node);
        }
        return node == null ? absent : node.booleanValue();
    }

    OptionalInt integer(String name, int least) throws Refusal {
        JsonNode node = get(name);
        if (node == null) {
            return OptionalInt.empty();
        }
        if (!node.isIntegralNumber() || !node.canConvertToInt() || node.intValue() < least) {
            throw wrong(name, "an integer of " + least + " or more", node);
        }
        return OptionalInt.of(node.intValue());
    }

    void requireNumber(String name, double least, double most) throws Refusal {
        JsonNode node = get(name);
        if (node != null && !(node.isNumber() && node.doubleValue() >= least && node.doubleValue() <= most)) {
            throw wrong(name, "a number between " + least + " and " + most, node);
        }
    }

    void requirePositive(String name) throws Refusal {
        JsonNode node = get(name);
        if (node != null && !(node.isNumber() && node.doubleValue() > 0)) {
            throw wrong(name, "a number above 0", node);
        }
    }

    void requireOneAnswer(String name) throws Refusal {
        if (integer(name, 1).orElse(1) != 1) {
            throw Refusal.badRequest(
                    prefix + name, prefix + name + " must be 1: this server gives one answer to a request");
        }
    }

    Refusal wrong(String name, String must, JsonNode is) {
        return Refusal.badRequest(prefix + name, prefix + name + " must be " + must + ", but is " + kind(is));
    }
}
