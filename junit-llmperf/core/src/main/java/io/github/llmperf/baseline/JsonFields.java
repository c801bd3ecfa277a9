package io.github.llmperf.baseline;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Fields that must be there, of an object that may lie in another one.
 *
 * @param path what its fields are called in messages begins with this, such as {@code n.}
 */
record JsonFields(JsonNode node, String path) {

    JsonFields object(String field) {
        if (!node.path(field).isObject()) {
            throw missing(field);
        }
        return new JsonFields(node.path(field), path + field + ".");
    }

    String text(String field) {
        if (!node.path(field).isTextual()) {
            throw missing(field);
        }
        return node.path(field).asText();
    }

    long count(String field) {
        JsonNode count = node.path(field);
        if (!count.isIntegralNumber()) {
            throw missing(field);
        }
        if (!count.canConvertToLong() || count.longValue() < 0) {
            throw new IllegalArgumentException(path + field + " must be a count, but is " + count);
        }
        return count.longValue();
    }

    private IllegalArgumentException missing(String field) {
        return new IllegalArgumentException(path + field + " is missing");
    }
}
