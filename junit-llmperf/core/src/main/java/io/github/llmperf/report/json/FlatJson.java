package io.github.llmperf.report.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** A JSON object of texts and whole numbers, for small files of other tools. */
@API(status = Status.INTERNAL, since = "0.1")
public final class FlatJson {

    private FlatJson() {}

    /**
     * Returns the object, indented.
     *
     * @param values by key; those that are whole numbers are written as numbers
     * @return JSON, ending in a line break
     */
    public static String of(Map<String, String> values) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        values.forEach((key, value) -> {
            if (value.matches("\\d{1,18}")) {
                node.put(key, Long.parseLong(value));
            } else {
                node.put(key, value);
            }
        });
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain nodes can always be written", e);
        }
    }
}
