package io.github.llmperf.protocol.llamacpp;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.Decoder;
import io.github.llmperf.protocol.kit.Fields;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.LlamaTimings;
import io.github.llmperf.protocol.kit.StreamForm;
import java.util.List;

/** Understands {@code {"content", "stop", "tokens_predicted", …}}: events of a stream, a whole answer, or a list of them. */
final class LlamaDecoder implements Decoder {

    /** {@code stop:true} ends a stream; there is no {@code [DONE]}. */
    static final StreamForm FORM = StreamForm.endingWith("stop:true")
            .reading(Fields.of(
                    "model",
                    "index",
                    "content",
                    "stop",
                    "stop_type",
                    "stopped_eos",
                    "stopped_limit",
                    "stopped_word",
                    "truncated",
                    "tokens_predicted",
                    "tokens_evaluated",
                    "timings",
                    "cache_n",
                    "prompt_n",
                    "prompt_ms",
                    "predicted_n",
                    "predicted_ms",
                    "predicted_per_token_ms"));

    private static final int NOT_SAID = -1;
    private static final List<String> OLD_REASONS = List.of("eos", "limit", "word");

    @Override
    public boolean decode(JsonNode value, AnswerBuilder answer) {
        if (value.isArray()) {
            value.forEach(one -> read(one, answer));
            return value.path(0).has("content");
        }
        read(value, answer);
        return value.has("content");
    }

    private static void read(JsonNode event, AnswerBuilder answer) {
        int index = Math.max(0, event.path("index").asInt(0));
        answer.model(Json.text(event, "model"));
        answer.text(index, Json.text(event, "content"));
        LlamaTimings.read(event.path("timings"), answer);
        answer.usage(Json.count(event, "tokens_evaluated"), Json.count(event, "tokens_predicted"), NOT_SAID);
        if (event.path("truncated").asBoolean(false)) {
            answer.warn("context_truncated");
        }
        if (event.path("stop").asBoolean(false)) {
            answer.finish(index, reason(event));
            answer.end();
        }
    }

    /** A text today, one of three flags in older builds. */
    private static String reason(JsonNode event) {
        String type = Json.text(event, "stop_type");
        return OLD_REASONS.stream()
                .filter(old -> type.isEmpty() && event.path("stopped_" + old).asBoolean(false))
                .findFirst()
                .orElse(type);
    }
}
