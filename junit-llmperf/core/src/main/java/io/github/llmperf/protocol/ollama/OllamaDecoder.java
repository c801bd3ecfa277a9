package io.github.llmperf.protocol.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.Decoder;
import io.github.llmperf.protocol.kit.Fields;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.StreamForm;

/** Understands the lines and whole answers of both routes. Counts and durations are left out where they are 0. */
final class OllamaDecoder implements Decoder {

    /** {@code done:true} ends a stream. */
    static final StreamForm FORM = StreamForm.endingWith("done:true")
            .orLines()
            .reading(Fields.of(
                    "model",
                    "response",
                    "thinking",
                    "message",
                    "content",
                    "tool_calls",
                    "function",
                    "name",
                    "done",
                    "done_reason",
                    "total_duration",
                    "load_duration",
                    "prompt_eval_count",
                    "prompt_eval_duration",
                    "eval_count",
                    "eval_duration"));

    private static final int NOT_SAID = -1;
    private static final double NANOS_PER_MILLI = 1_000_000;

    @Override
    public boolean decode(JsonNode value, AnswerBuilder answer) {
        JsonNode message = value.path("message");
        answer.model(Json.text(value, "model"));
        answer.text(Json.text(value, "response"));
        answer.text(Json.text(message, "content"));
        answer.reasoning(Json.text(value, "thinking"));
        answer.reasoning(Json.text(message, "thinking"));
        for (JsonNode call : message.path("tool_calls")) {
            if (!Json.text(call.path("function"), "name").isEmpty()) {
                answer.toolCall();
            }
        }
        if (value.path("done").asBoolean(false)) {
            readEnd(value, answer);
        }
        return value.has("response") || message.isObject() || value.has("done");
    }

    private static void readEnd(JsonNode end, AnswerBuilder answer) {
        answer.usage(Json.count(end, "prompt_eval_count"), Json.count(end, "eval_count"), NOT_SAID);
        answer.serverTime(Metric.SERVER_TOTAL, millis(end, "total_duration"));
        answer.serverTime(Metric.SERVER_LOAD, millis(end, "load_duration"));
        answer.serverTime(Metric.SERVER_PREFILL, millis(end, "prompt_eval_duration"));
        answer.serverTime(Metric.SERVER_DECODE, millis(end, "eval_duration"));
        answer.finish(Json.text(end, "done_reason"));
        answer.end();
    }

    private static double millis(JsonNode end, String field) {
        return Json.millis(end, field) / NANOS_PER_MILLI;
    }
}
