package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.protocol.framing.Framing;
import java.io.IOException;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * JSON as servers write it: NaN and infinities are numbers, what is unknown is ignored.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class Json {

    private static final int NO_COUNT = -1;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Framing.LONGEST)
                            .build())
                    .build())
            .build();

    private static final JsonFactory FACTORY = MAPPER.getFactory();

    private Json() {}

    /**
     * Reads a text.
     *
     * @param text anything
     * @return the one value it is; null when it is not exactly one
     */
    public static @Nullable JsonNode parse(String text) {
        return parse(text, Fields.ALL);
    }

    /**
     * Reads some fields of a text.
     *
     * @param text anything
     * @param fields which; all others are skipped, but must be JSON
     * @return the one value it is; null when it is not exactly one
     */
    public static @Nullable JsonNode parse(String text, Fields fields) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() == null) {
                return null;
            }
            JsonNode value = JsonReading.value(parser, fields);
            return parser.nextToken() == null ? value : null;
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Reads a text that may be an object.
     *
     * @param text anything
     * @return the object; null for all else
     */
    public static @Nullable ObjectNode object(String text) {
        return parse(text) instanceof ObjectNode object ? object : null;
    }

    /**
     * Reads a text that may be an array.
     *
     * @param text anything
     * @return the array; null for all else
     */
    public static @Nullable ArrayNode array(String text) {
        return parse(text) instanceof ArrayNode array ? array : null;
    }

    /**
     * Returns a new object.
     *
     * @return without fields
     */
    public static ObjectNode newObject() {
        return MAPPER.createObjectNode();
    }

    /**
     * Writes a value.
     *
     * @param node the value
     * @return its JSON, in one line
     * @throws IllegalArgumentException if a text in it is no Unicode
     */
    public static String write(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("text cannot be written as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /**
     * Returns the text of a field.
     *
     * @param node holds the field, or not
     * @param field its name
     * @return the text; empty when the field is absent, null or no string
     */
    public static String text(JsonNode node, String field) {
        JsonNode value = node.get(field);
        return value != null && value.isTextual() ? value.textValue() : "";
    }

    /**
     * Returns the count in a field. A number that is no count of anything, or too large for one, must not turn into
     * another that looks like one.
     *
     * @param node holds the field, or not
     * @param field its name
     * @return 0 or more; −1 when the field is absent or no count
     */
    public static int count(JsonNode node, String field) {
        JsonNode value = node.path(field);
        boolean fits = value.isNumber() && value.canConvertToExactIntegral() && value.canConvertToInt();
        return fits && value.intValue() >= 0 ? value.intValue() : NO_COUNT;
    }

    /**
     * Returns the number in a field.
     *
     * @param node holds the field, or not
     * @param field its name
     * @return the number; NaN when the field is absent or no number
     */
    public static double millis(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isNumber() ? value.doubleValue() : Double.NaN;
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
