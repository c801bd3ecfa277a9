package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.metric.Metric;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The figures that llama.cpp puts at the end of its answers, on all of its routes. */
@API(status = Status.INTERNAL, since = "0.1")
public final class LlamaTimings {

    private static final int UNKNOWN = -1;

    private LlamaTimings() {}

    /**
     * Reads {@code timings}; {@code prompt_n} leaves out cached tokens.
     *
     * @param timings the object; nothing when it is none
     */
    public static void read(JsonNode timings, AnswerBuilder answer) {
        if (!timings.isObject()) {
            return;
        }
        int cached = Json.count(timings, "cache_n");
        long prompt = (long) cached + Math.max(0, Json.count(timings, "prompt_n"));
        boolean known = cached >= 0 && prompt <= Integer.MAX_VALUE;
        answer.usage(known ? (int) prompt : UNKNOWN, Json.count(timings, "predicted_n"), cached);
        answer.serverTime(Metric.SERVER_PREFILL, Json.millis(timings, "prompt_ms"));
        answer.serverTime(Metric.SERVER_DECODE, Json.millis(timings, "predicted_ms"));
        answer.serverTime(Metric.SERVER_TIME_PER_TOKEN, Json.millis(timings, "predicted_per_token_ms"));
    }
}
