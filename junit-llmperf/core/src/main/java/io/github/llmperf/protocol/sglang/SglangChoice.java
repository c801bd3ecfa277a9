package io.github.llmperf.protocol.sglang;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.TextSoFar;
import io.github.llmperf.protocol.kit.TextSoFar.Shape;

/** One of the answers to a request. Servers started with {@code --incremental-streaming-output} send deltas. */
final class SglangChoice {

    private final int index;
    private final TextSoFar text = TextSoFar.usually(Shape.WHOLE);
    private int tokens;

    SglangChoice(int index) {
        this.index = index;
    }

    /** Returns how many tokens the server has counted for it. */
    int tokens() {
        return tokens;
    }

    void read(JsonNode event, boolean last, AnswerBuilder answer) {
        int counted = Json.count(event.path("meta_info"), "completion_tokens");
        text.add(Json.text(event, "text"), sign(event.path("output_ids"), counted), last, index, answer);
        tokens = Math.max(tokens, counted);
    }

    /** Counts are always those so far; as many ids as that, or only as many as came since, tell one mode from the other. */
    private Shape sign(JsonNode ids, int counted) {
        if (!ids.isArray() || counted < 0) {
            return Shape.UNKNOWN;
        }
        int fromWhole = Math.abs(ids.size() - counted);
        int fromNew = Math.abs(ids.size() - (counted - tokens));
        return fromWhole == fromNew ? Shape.UNKNOWN : fromWhole < fromNew ? Shape.WHOLE : Shape.NEW;
    }
}
