package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Builds a tree of the fields wanted and skips all others. The parser limits how deep it goes. */
final class JsonReading {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonReading() {}

    static JsonNode value(JsonParser parser, Fields fields) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser, fields);
            case START_ARRAY -> array(parser, fields);
            case VALUE_STRING -> NODES.textNode(parser.getText());
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            default -> NODES.nullNode();
        };
    }

    private static ObjectNode object(JsonParser parser, Fields fields) throws IOException {
        ObjectNode object = NODES.objectNode();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            if (fields.has(name)) {
                object.set(name, value(parser, fields.inside(name)));
            } else {
                parser.skipChildren();
            }
        }
        return object;
    }

    private static ArrayNode array(JsonParser parser, Fields fields) throws IOException {
        ArrayNode array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser, fields));
        }
        return array;
    }

    private static JsonNode integer(JsonParser parser) throws IOException {
        return switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            default -> NODES.numberNode(parser.getDoubleValue());
        };
    }
}
