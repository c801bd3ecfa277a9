package io.github.llmperf.protocol.djl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.Decoder;
import io.github.llmperf.protocol.kit.Fields;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.StreamForm;
import io.github.llmperf.protocol.openai.OpenAiDecoder;
import io.github.llmperf.protocol.tgi.TokenDecoder;

/** Understands every value that DJL Serving writes, but one that comes in pieces. Keeps state of one answer. */
final class DjlDecoder implements Decoder {

    static final StreamForm FORM = StreamForm.endingWith("generated_text or finish_reason")
            .reading(TokenDecoder.FORM
                    .fields()
                    .and(OpenAiDecoder.FORM.fields())
                    .and(Fields.of(
                            "outputs",
                            "body",
                            "generation",
                            "prompt_token_count",
                            "generation_token_count",
                            "stop_reason",
                            "metering",
                            "inputTokenCount",
                            "outputTokenCount")));

    private static final int NOT_SAID = -1;

    private final Decoder chunks = new OpenAiDecoder();
    private final TokenDecoder tokens;
    private int tokenObjects;

    private DjlDecoder(TokenDecoder tokens) {
        this.tokens = tokens;
    }

    static DjlDecoder of(RequestContext asked) {
        return new DjlDecoder(TokenDecoder.echoing(asked));
    }

    @Override
    public boolean decode(JsonNode value, AnswerBuilder answer) {
        if (value.has("choices")) {
            return chunks.decode(value, answer);
        }
        if (value.has("outputs")) {
            return readOutputs(value.get("outputs"), answer);
        }
        if (value.path("body").isObject()) {
            return readBody(value.get("body"), value.path("metering"), answer);
        }
        tokenObjects += value.path("token").isObject() ? 1 : 0;
        mendCount(value);
        return tokens.decode(value, answer);
    }

    /** One text per row of the batch; nothing but the end of the body marks the last. */
    private static boolean readOutputs(JsonNode outputs, AnswerBuilder answer) {
        answer.endless();
        if (outputs.isTextual()) {
            answer.text(outputs.textValue());
        }
        for (int row = 0; row < outputs.size(); row++) {
            answer.text(row, outputs.path(row).asText(""));
        }
        return outputs.isArray() || outputs.isTextual();
    }

    /** The shape for third parties: counts are cumulative, and the prompt's stands in the first event only. */
    private static boolean readBody(JsonNode body, JsonNode metering, AnswerBuilder answer) {
        answer.text(Json.text(body, "generation"));
        int prompt = Math.max(Json.count(body, "prompt_token_count"), Json.count(metering, "inputTokenCount"));
        answer.usage(
                prompt == 0 ? NOT_SAID : prompt,
                Math.max(Json.count(body, "generation_token_count"), Json.count(metering, "outputTokenCount")),
                NOT_SAID);
        String reason = Json.text(body, "stop_reason");
        answer.finish(reason);
        if (!reason.isEmpty()) {
            answer.end();
        }
        return body.has("generation");
    }

    /**
     * Takes back the token that streams of vLLM's engine count too many: LMI adds one to {@code completion_tokens}. These
     * events are known by {@code index} 0, which is the choice; TGI counts events there, from 1 on. A count that the token
     * objects already come to stays, so that a version that counts right is believed.
     */
    private void mendCount(JsonNode value) {
        int stated = Json.count(value.path("details"), "generated_tokens");
        boolean ofVllm = value.path("token").isObject() && Json.count(value, "index") == 0;
        if (ofVllm && stated > tokenObjects && value.get("details") instanceof ObjectNode details) {
            details.put("generated_tokens", stated - 1);
        }
    }
}
