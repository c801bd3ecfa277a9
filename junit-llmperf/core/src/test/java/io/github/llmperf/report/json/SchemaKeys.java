package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The keys that a schema declares, and those of them that results have. */
final class SchemaKeys {

    private static final String PROPERTIES = "properties";
    private static final String REFERENCE = "#";

    private final JsonNode schema;
    private final SortedSet<String> unseen = new TreeSet<>();

    SchemaKeys(JsonNode schema) {
        this.schema = schema;
        declare("", schema);
    }

    /** Places in the schema of keys that no result had. */
    SortedSet<String> unseen() {
        return unseen;
    }

    private void declare(String place, JsonNode node) {
        node.path(PROPERTIES)
                .fieldNames()
                .forEachRemaining(key -> unseen.add(place + "/" + PROPERTIES + "/" + escaped(key)));
        for (Map.Entry<String, JsonNode> child : node.properties()) {
            declare(place + "/" + escaped(child.getKey()), child.getValue());
        }
        for (int i = 0; i < node.size() && node.isArray(); i++) {
            declare(place + "/" + i, node.get(i));
        }
    }

    SchemaKeys see(JsonNode result) {
        see("", schema, result);
        return this;
    }

    private void see(String place, JsonNode node, JsonNode value) {
        String reference = node.path("$ref").asText();
        if (reference.startsWith(REFERENCE)) {
            String there = reference.substring(REFERENCE.length());
            see(there, schema.at(there), value);
        }
        JsonNode branches = node.path("oneOf");
        for (int i = 0; i < branches.size(); i++) {
            if (mayBe(branches.get(i), value)) {
                see(place + "/oneOf/" + i, branches.get(i), value);
            }
        }
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            String key = "/" + PROPERTIES + "/" + escaped(field.getKey());
            if (node.at(key).isMissingNode()) {
                see(place + "/additionalProperties", node.path("additionalProperties"), field.getValue());
            } else {
                unseen.remove(place + key);
                see(place + key, node.at(key), field.getValue());
            }
        }
        if (value.isArray()) {
            value.forEach(item -> see(place + "/items", node.path("items"), item));
        }
    }

    /** Branches differ in their type, or in the constant value of a key. */
    private static boolean mayBe(JsonNode branch, JsonNode value) {
        for (Map.Entry<String, JsonNode> property : branch.path(PROPERTIES).properties()) {
            JsonNode constant = property.getValue().path("const");
            if (!constant.isMissingNode() && !constant.equals(value.path(property.getKey()))) {
                return false;
            }
        }
        return true;
    }

    private static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }
}
