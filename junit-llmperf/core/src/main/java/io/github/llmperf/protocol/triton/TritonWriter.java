package io.github.llmperf.protocol.triton;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.kit.ExtraBody;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.JsonRequests;
import io.github.llmperf.protocol.kit.PromptJson;
import io.github.llmperf.protocol.kit.RequestHeaders;
import io.github.llmperf.protocol.tgi.GenerateRoute;
import java.net.URI;
import java.util.List;

/**
 * Writes bodies that both usual back ends understand, since the wire does not tell which one is behind a model. Triton
 * hands a field to the model as a tensor where the model has an input of that name, and as a parameter otherwise.
 * TensorRT-LLM takes what it knows and ignores the rest. The vLLM back end makes every parameter a sampling parameter and
 * fails on one it does not know, unless it is given {@code sampling_parameters}, a JSON text that it then reads instead:
 * so both are sent, and what extraBody adds goes into both.
 */
final class TritonWriter {

    private static final List<String> OURS = List.of("stream", "text_input");

    /** Inputs of the vLLM back end that are no sampling parameters, and the object that holds more parameters. */
    private static final List<String> NOT_SAMPLING = List.of(
            "sampling_parameters",
            "parameters",
            "image",
            "exclude_input_in_output",
            "return_finish_reason",
            "return_cumulative_logprob",
            "return_logprobs",
            "return_num_input_tokens",
            "return_num_output_tokens");

    private TritonWriter() {}

    static RequestWriter of(String api, URI route, Target target, Workload workload) {
        GenerateRoute.check(route, workload);
        ObjectNode body = Json.newObject();
        body.putNull("text_input");
        body.put("max_tokens", workload.maxNewTokens());
        body.put("temperature", workload.temperature());
        body.put("stream", workload.stream());
        if (workload.forceLength()) {
            body.put("min_length", workload.maxNewTokens());
            body.put("min_tokens", workload.maxNewTokens());
        }
        body.put("exclude_input_in_output", true);
        body.put("return_finish_reason", true);
        body.put("return_num_input_tokens", true);
        body.put("return_num_output_tokens", true);
        body.put("sampling_parameters", Json.write(sampling(workload)));
        return new JsonRequests(
                route,
                RequestHeaders.ofJson(target, workload.stream()),
                body,
                workload,
                OURS,
                (request, prompt) -> request.put("text_input", PromptJson.text(prompt, workload, api)));
    }

    private static ObjectNode sampling(Workload workload) {
        ObjectNode sampling = Json.newObject();
        sampling.put("max_tokens", workload.maxNewTokens());
        sampling.put("temperature", workload.temperature());
        if (workload.forceLength()) {
            sampling.put("ignore_eos", true);
            sampling.put("min_tokens", workload.maxNewTokens());
        }
        ExtraBody.merge(sampling, workload.extraBody(), OURS);
        if (sampling.get("parameters") instanceof ObjectNode more) {
            sampling.setAll(more);
        }
        return sampling.remove(NOT_SAMPLING);
    }
}
