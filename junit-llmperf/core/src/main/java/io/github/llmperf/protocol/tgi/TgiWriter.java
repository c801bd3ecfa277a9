package io.github.llmperf.protocol.tgi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.JsonRequests;
import io.github.llmperf.protocol.kit.PromptJson;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * Writes bodies for TGI. {@code details} is asked for, since counts and finish reason come in no other way. Where the
 * route does not say whether to stream, the body does, and asks to leave out the prompt, which such routes repeat in
 * front of the text by default.
 */
final class TgiWriter {

    private static final List<String> OURS = List.of("stream", "inputs");

    private TgiWriter() {}

    static RequestWriter of(URI url, Map<String, String> headers, Workload workload) {
        GenerateRoute.check(url, workload);
        return new JsonRequests(
                url,
                headers,
                shared(url, workload),
                workload,
                OURS,
                (body, prompt) -> body.put("inputs", PromptJson.text(prompt, workload, TgiDialect.NAME)));
    }

    private static ObjectNode shared(URI url, Workload workload) {
        ObjectNode body = Json.newObject();
        body.putNull("inputs");
        ObjectNode parameters = GenerationParameters.of(workload);
        parameters.put("details", true);
        body.set("parameters", parameters);
        if (!GenerateRoute.decides(url)) {
            parameters.put("return_full_text", false);
            body.put("stream", workload.stream());
        }
        return body;
    }
}
