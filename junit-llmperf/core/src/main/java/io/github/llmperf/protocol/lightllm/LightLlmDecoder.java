package io.github.llmperf.protocol.lightllm;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.Decoder;
import io.github.llmperf.protocol.kit.Fields;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.StreamForm;
import io.github.llmperf.protocol.tgi.TokenDecoder;

/**
 * Understands LightLLM's own shape, and by way of the token objects TGI's. Counts are cumulative and stand in each token;
 * whole answers hold lists when several were asked for.
 */
final class LightLlmDecoder implements Decoder {

    static final StreamForm FORM = StreamForm.endingWith("finished or generated_text")
            .reading(TokenDecoder.FORM.fields().and(Fields.of("count_output_tokens", "finished")));

    private static final int NOT_SAID = -1;

    private final TokenDecoder tokens;

    private LightLlmDecoder(TokenDecoder tokens) {
        this.tokens = tokens;
    }

    static LightLlmDecoder create() {
        return new LightLlmDecoder(TokenDecoder.plain());
    }

    @Override
    public boolean decode(JsonNode value, AnswerBuilder answer) {
        readCounts(value.path("token"), answer);
        readCounts(value, answer);
        answer.finish(Json.text(value, "finish_reason"));
        boolean known = tokens.decode(value, answer);
        readReasons(value.path("finish_reason"), answer);
        if (value.path("finished").asBoolean()) {
            answer.end();
        }
        return known;
    }

    /** A prompt has tokens: 0 stands where the server does not know. */
    private static void readCounts(JsonNode counts, AnswerBuilder answer) {
        int prompt = Json.count(counts, "prompt_tokens");
        JsonNode output = counts.path("count_output_tokens");
        long sum = 0;
        for (JsonNode one : output) {
            sum += Math.max(0, one.asInt());
        }
        boolean summed = output.isArray() && sum <= Integer.MAX_VALUE;
        answer.usage(
                prompt == 0 ? NOT_SAID : prompt,
                summed ? (int) sum : Json.count(counts, "count_output_tokens"),
                NOT_SAID);
    }

    private static void readReasons(JsonNode reasons, AnswerBuilder answer) {
        for (int choice = 0; choice < reasons.size(); choice++) {
            answer.finish(choice, reasons.path(choice).asText(""));
        }
    }
}
