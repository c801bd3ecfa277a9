package io.github.llmperf.protocol.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.Decoder;
import io.github.llmperf.protocol.kit.Fields;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.StreamForm;

/**
 * Understands Gemini's answers, which are alike whole and in pieces. {@code finishReason} says why, but not that nothing
 * follows: some models have sent {@code STOP} with each piece, so that the last one counts.
 */
final class GeminiDecoder implements Decoder {

    static final StreamForm FORM = StreamForm.endingWith("finishReason")
            .orArray()
            .reading(Fields.of(
                    "modelVersion",
                    "candidates",
                    "index",
                    "content",
                    "parts",
                    "text",
                    "thought",
                    "functionCall",
                    "executableCode",
                    "finishReason",
                    "promptFeedback",
                    "blockReason",
                    "blockReasonMessage",
                    "usageMetadata",
                    "promptTokenCount",
                    "candidatesTokenCount",
                    "thoughtsTokenCount",
                    "cachedContentTokenCount"));

    private static final int NOT_SAID = -1;

    @Override
    public boolean decode(JsonNode chunk, AnswerBuilder answer) {
        answer.model(Json.text(chunk, "modelVersion"));
        readUsage(chunk.path("usageMetadata"), answer);
        for (JsonNode candidate : chunk.path("candidates")) {
            readCandidate(candidate, answer);
        }
        String blocked = Json.text(chunk.path("promptFeedback"), "blockReason");
        if (!blocked.isEmpty()) {
            String why = Json.text(chunk.path("promptFeedback"), "blockReasonMessage");
            answer.fail(
                    FailureKind.EMPTY_OUTPUT,
                    "the prompt was blocked, blockReason " + blocked + (why.isEmpty() ? "" : ": " + why));
            answer.end();
        }
        return chunk.path("candidates").isArray() || chunk.has("promptFeedback") || chunk.has("usageMetadata");
    }

    private static void readCandidate(JsonNode candidate, AnswerBuilder answer) {
        int index = Math.max(0, Json.count(candidate, "index"));
        for (JsonNode part : candidate.path("content").path("parts")) {
            String text = Json.text(part, "text");
            if (part.path("thought").asBoolean()) {
                answer.reasoning(index, text);
            } else {
                answer.text(index, text);
            }
            if (part.path("functionCall").isObject()
                    || part.path("executableCode").isObject()) {
                answer.toolCall();
            }
        }
        answer.finish(index, Json.text(candidate, "finishReason"));
    }

    /** Thoughts are output that is paid for and waited for; the prompt's count has its cached part in it. */
    private static void readUsage(JsonNode usage, AnswerBuilder answer) {
        int candidates = Json.count(usage, "candidatesTokenCount");
        int thoughts = Json.count(usage, "thoughtsTokenCount");
        long output = (long) Math.max(0, candidates) + Math.max(0, thoughts);
        boolean known = (candidates >= 0 || thoughts >= 0) && output <= Integer.MAX_VALUE;
        answer.usage(
                Json.count(usage, "promptTokenCount"),
                known ? (int) output : NOT_SAID,
                Json.count(usage, "cachedContentTokenCount"));
        answer.reasoningTokens(thoughts);
    }
}
