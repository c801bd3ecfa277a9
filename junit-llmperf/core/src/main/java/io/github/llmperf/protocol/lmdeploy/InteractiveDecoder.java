package io.github.llmperf.protocol.lmdeploy;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.Decoder;
import io.github.llmperf.protocol.kit.ErrorBody;
import io.github.llmperf.protocol.kit.Fields;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.StreamForm;

/**
 * Understands {@code {"text", "tokens", "input_tokens", "finish_reason"}}: new text, and counts so far. A prompt that is
 * too long is answered by {@code length} at once.
 */
final class InteractiveDecoder implements Decoder {

    /** Lines of JSON that call themselves an event stream. */
    static final StreamForm FORM = StreamForm.endingWith("finish_reason")
            .orLines()
            .reading(Fields.of("text", "tokens", "input_tokens", "finish_reason"));

    private static final int NOT_SAID = -1;

    @Override
    public boolean decode(JsonNode value, AnswerBuilder answer) {
        answer.text(Json.text(value, "text"));
        answer.usage(Json.count(value, "input_tokens"), Json.count(value, "tokens"), NOT_SAID);
        answer.tokensSoFar(Json.count(value, "tokens"));
        String reason = Json.text(value, "finish_reason");
        answer.finish(reason);
        if (reason.endsWith("error") || reason.equals("abort")) {
            answer.fail(ErrorBody.finishedBadly(reason));
        } else if (reason.equals("length") && answer.outputTokens() == 0) {
            answer.fail(
                    FailureKind.LENGTH,
                    "the server stopped before the first token with finish_reason \"length\": prompt and"
                            + " request_output_len do not fit its session");
        }
        return value.has("text");
    }
}
