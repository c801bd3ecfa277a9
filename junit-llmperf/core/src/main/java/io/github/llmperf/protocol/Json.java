package io.github.llmperf.protocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as servers write it: NaN and infinities are numbers, what is unknown is ignored. */
final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    /** Returns the one value the text is, or null when it is not exactly one. */
    static @Nullable JsonNode parse(String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            return node == null || node.isMissingNode() ? null : node;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    static @Nullable ObjectNode object(String text) {
        return parse(text) instanceof ObjectNode object ? object : null;
    }

    static @Nullable ArrayNode array(String text) {
        return parse(text) instanceof ArrayNode array ? array : null;
    }

    static ObjectNode newObject() {
        return MAPPER.createObjectNode();
    }

    static String write(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("text cannot be written as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Text of a field, or empty when it is absent, null or no string. */
    static String text(JsonNode node, String field) {
        JsonNode value = node.get(field);
        return value != null && value.isTextual() ? value.textValue() : "";
    }

    /** A JSON merge patch (RFC 7396): objects merge, null removes, all else replaces. */
    static void merge(ObjectNode into, ObjectNode patch) {
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            if (field.getValue().isNull()) {
                into.remove(field.getKey());
            } else if (field.getValue() instanceof ObjectNode inner) {
                ObjectNode target =
                        into.get(field.getKey()) instanceof ObjectNode known ? known : into.putObject(field.getKey());
                merge(target, inner);
            } else {
                into.set(field.getKey(), field.getValue());
            }
        }
    }
}
