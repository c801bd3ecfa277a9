package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The list of models a server offers, in OpenAI's form. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ModelNames {

    private ModelNames() {}

    /**
     * Reads the names.
     *
     * @param json body of {@code GET /v1/models}
     * @return names in the server's order; empty when the body is something else
     */
    public static List<String> in(String json) {
        JsonNode body = Json.parse(json);
        List<String> names = new ArrayList<>();
        if (body != null) {
            for (JsonNode model : body.path("data")) {
                String name = Json.text(model, "id");
                if (!name.isEmpty()) {
                    names.add(name);
                }
            }
        }
        return names;
    }
}
