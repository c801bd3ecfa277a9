package io.github.llmperf.allure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.report.text.VisibleText;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** What Allure 3 shows of a whole run, beside its tests. */
@API(status = Status.INTERNAL, since = "0.1")
public final class AllureGlobals {

    private AllureGlobals() {}

    /**
     * Returns the content of a file {@code …-globals.json}.
     *
     * @param source file name of the attachment, a Markdown page in the same directory
     * @return JSON, ending in a line break
     */
    public static String json(String name, String source, List<String> errors) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.putArray("attachments")
                .addObject()
                .put("name", name)
                .put("type", "text/markdown")
                .put("source", source);
        ArrayNode all = root.putArray("errors");
        errors.forEach(error -> all.addObject().put("message", VisibleText.text(error)));
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain nodes can always be written", e);
        }
    }
}
