package io.github.llmperf.protocol.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.Decoder;
import io.github.llmperf.protocol.kit.ErrorBody;
import io.github.llmperf.protocol.kit.Fields;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.LlamaTimings;
import io.github.llmperf.protocol.kit.StreamForm;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Understands one JSON value of OpenAI's routes: a chunk of a stream or a whole answer, chat or completions. */
@API(status = Status.INTERNAL, since = "0.1")
public final class OpenAiDecoder implements Decoder {

    /** What the streams of these routes look like. */
    public static final StreamForm FORM = StreamForm.endingWith("finish_reason or [DONE]")
            .thenDone()
            .reading(Fields.of(
                    "model",
                    "choices",
                    "index",
                    "delta",
                    "message",
                    "content",
                    "text",
                    "refusal",
                    "reasoning",
                    "reasoning_content",
                    "thinking",
                    "tool_calls",
                    "function_call",
                    "function",
                    "name",
                    "arguments",
                    "finish_reason",
                    "usage",
                    "prompt_tokens",
                    "completion_tokens",
                    "total_tokens",
                    "completion_tokens_details",
                    "reasoning_tokens",
                    "role",
                    "prompt_tokens_details",
                    "cached_tokens",
                    "timings",
                    "cache_n",
                    "prompt_n",
                    "prompt_ms",
                    "predicted_n",
                    "predicted_ms",
                    "predicted_per_token_ms"));

    @Override
    public boolean decode(JsonNode chunk, AnswerBuilder answer) {
        answer.model(Json.text(chunk, "model"));
        int streamed = readUsage(chunk.path("usage"), answer);
        LlamaTimings.read(chunk.path("timings"), answer);
        for (JsonNode choice : chunk.path("choices")) {
            readChoice(choice, answer);
            if (!OpenAiDelta.namesOnlyARole(choice)) {
                answer.tokensSoFar(streamed);
            }
        }
        return chunk.path("choices").isArray();
    }

    private static void readChoice(JsonNode choice, AnswerBuilder answer) {
        int index = Math.max(0, choice.path("index").asInt(0));
        OpenAiDelta.read(index, choice, answer);
        if (OpenAiDelta.isEmpty(choice)) {
            answer.emptyDelta();
        }
        ErrorBody error = ErrorBody.inChunk(choice);
        if (error != null) {
            answer.fail(error);
        }
        JsonNode reason = choice.path("finish_reason");
        String name = reason.isObject() ? Json.text(reason, "type") : reason.isNull() ? "" : reason.asText("");
        answer.finish(index, name);
        if (name.equals("abort") || name.endsWith("error")) {
            answer.fail(reason.isObject() ? ErrorBody.inText(Json.write(reason)) : ErrorBody.finishedBadly(name));
        }
    }

    /** Returns the tokens so far that are no hidden reasoning. Some servers leave reasoning out of completion_tokens. */
    private static int readUsage(JsonNode usage, AnswerBuilder answer) {
        int prompt = Json.count(usage, "prompt_tokens");
        int completion = Json.count(usage, "completion_tokens");
        int reasoning = Math.max(
                Json.count(usage.path("completion_tokens_details"), "reasoning_tokens"),
                Json.count(usage, "reasoning_tokens"));
        boolean apart = reasoning > 0
                && prompt >= 0
                && completion >= 0
                && (long) prompt + completion + reasoning == Json.count(usage, "total_tokens");
        answer.usage(
                prompt,
                apart ? completion + reasoning : completion,
                Json.count(usage.path("prompt_tokens_details"), "cached_tokens"));
        answer.reasoningTokens(reasoning);
        return completion;
    }
}
