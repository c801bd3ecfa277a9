package io.github.llmperf.protocol.sglang;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.Decoder;
import io.github.llmperf.protocol.kit.ErrorBody;
import io.github.llmperf.protocol.kit.Fields;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.StreamForm;
import java.util.HashMap;
import java.util.Map;

/**
 * Understands {@code {"text", "output_ids", "meta_info"}}: events of a stream, a whole answer, or a list of them. What
 * the scheduler refuses, such as a prompt too long or a full queue, comes as an event of a successful stream.
 */
final class SglangDecoder implements Decoder {

    /** Events, or in very old versions lines that end with NUL. */
    static final StreamForm FORM = StreamForm.endingWith("finish_reason or [DONE]")
            .orLines()
            .thenDone()
            .reading(Fields.of(
                    "text",
                    "output_ids",
                    "index",
                    "meta_info",
                    "finish_reason",
                    "prompt_tokens",
                    "completion_tokens",
                    "cached_tokens",
                    "e2e_latency",
                    "queue_time"));

    private static final double MILLIS_PER_SECOND = 1000;

    private final Map<Integer, SglangChoice> choices = new HashMap<>();

    @Override
    public boolean decode(JsonNode value, AnswerBuilder answer) {
        if (!value.isArray()) {
            read(Math.max(0, value.path("index").asInt(0)), value, answer);
            return value.has("text") || value.has("meta_info");
        }
        for (int index = 0; index < value.size(); index++) {
            read(index, value.path(index), answer);
        }
        return value.path(0).has("text");
    }

    private void read(int index, JsonNode event, AnswerBuilder answer) {
        JsonNode meta = event.path("meta_info");
        JsonNode reason = meta.path("finish_reason");
        boolean last = !reason.isMissingNode() && !reason.isNull();
        choices.computeIfAbsent(index, SglangChoice::new).read(event, last, answer);
        answer.usage(Json.count(meta, "prompt_tokens"), tokens(), Json.count(meta, "cached_tokens"));
        answer.tokensSoFar(tokens());
        answer.serverTime(Metric.SERVER_TOTAL, MILLIS_PER_SECOND * Json.millis(meta, "e2e_latency"));
        answer.serverTime(Metric.SERVER_QUEUE, MILLIS_PER_SECOND * Json.millis(meta, "queue_time"));
        finish(index, reason, answer);
    }

    /** Several answers to one request count together, as in usage elsewhere. */
    private int tokens() {
        return (int) Math.min(
                Integer.MAX_VALUE,
                choices.values().stream().mapToLong(SglangChoice::tokens).sum());
    }

    /** An object today, a text in old versions. */
    private static void finish(int index, JsonNode reason, AnswerBuilder answer) {
        String name = reason.isTextual() ? reason.textValue() : Json.text(reason, "type");
        answer.finish(index, name);
        if (name.equals("abort") || name.endsWith("error")) {
            boolean explained = !Json.text(reason, "message").isEmpty();
            answer.fail(explained ? ErrorBody.inText(Json.write(reason)) : ErrorBody.finishedBadly(name));
        }
    }
}
