package io.github.llmperf.protocol.lightllm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.JsonRequests;
import io.github.llmperf.protocol.kit.PromptJson;
import io.github.llmperf.protocol.tgi.GenerateRoute;
import io.github.llmperf.protocol.tgi.GenerationParameters;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * Writes bodies that LightLLM takes in both of its shapes. Counts stand in every event of a stream, but in TGI's shape of a
 * whole answer only when details are asked for; the name {@code return_details} is known in both, while TGI's
 * {@code details} made earlier versions refuse a request in their own shape.
 */
final class LightLlmWriter {

    private static final List<String> OURS = List.of("stream", "inputs");

    private LightLlmWriter() {}

    static RequestWriter of(URI url, Map<String, String> headers, Workload workload) {
        GenerateRoute.check(url, workload);
        return new JsonRequests(
                url,
                headers,
                shared(url, workload),
                workload,
                OURS,
                (body, prompt) -> body.put("inputs", PromptJson.text(prompt, workload, LightLlmDialect.NAME)));
    }

    private static ObjectNode shared(URI url, Workload workload) {
        ObjectNode body = Json.newObject();
        body.putNull("inputs");
        ObjectNode parameters = GenerationParameters.of(workload);
        if (workload.forceLength()) {
            parameters.put("ignore_eos", true);
            parameters.put("min_new_tokens", workload.maxNewTokens());
        }
        if (!workload.stream()) {
            parameters.put("return_details", true);
        }
        body.set("parameters", parameters);
        if (!GenerateRoute.decides(url)) {
            body.put("stream", workload.stream());
        }
        return body;
    }
}
