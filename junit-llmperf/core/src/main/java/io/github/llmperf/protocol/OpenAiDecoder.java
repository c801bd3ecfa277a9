package io.github.llmperf.protocol;

import com.fasterxml.jackson.databind.JsonNode;

/** Understands one JSON value of OpenAI's routes: a chunk of a stream or a whole answer, chat or completions. */
final class OpenAiDecoder {

    private static final int UNKNOWN = -1;

    private final AnswerDraft draft;
    private final Troubles troubles;
    private final FailureKind otherError;

    OpenAiDecoder(AnswerDraft draft, Troubles troubles, FailureKind otherError) {
        this.draft = draft;
        this.troubles = troubles;
        this.otherError = otherError;
    }

    StreamEvent decode(JsonNode chunk) {
        ErrorBody error = ErrorBody.inChunk(chunk);
        if (error != null) {
            troubles.add(FailureSorter.inBand(error, otherError), error);
        }
        readUsage(chunk.path("usage"));
        readTimings(chunk.path("timings"));
        OpenAiDelta delta = new OpenAiDelta(draft);
        boolean failed = error != null;
        for (JsonNode choice : chunk.path("choices")) {
            failed |= readChoice(choice, delta);
        }
        StreamEvent event = delta.count();
        return failed ? StreamEvent.END : event;
    }

    private boolean readChoice(JsonNode choice, OpenAiDelta delta) {
        int index = Math.max(0, choice.path("index").asInt(0));
        delta.read(index, choice);
        ErrorBody error = ErrorBody.inChunk(choice);
        if (error != null) {
            troubles.add(FailureSorter.inBand(error, otherError), error);
        }
        JsonNode reason = choice.path("finish_reason");
        String name = reason.isObject() ? Json.text(reason, "type") : reason.asText("");
        if (name.isEmpty() || reason.isNull()) {
            return error != null;
        }
        draft.finish(index, name);
        if (!name.equals("abort") && !name.endsWith("error")) {
            return error != null;
        }
        ErrorBody abort = reason.isObject() ? ErrorBody.inText(Json.write(reason)) : finishedBadly(name);
        troubles.add(FailureSorter.inBand(abort, otherError), abort);
        return true;
    }

    private static ErrorBody finishedBadly(String name) {
        return new ErrorBody("the server ended the answer with finish_reason \"" + name + "\"", "", null);
    }

    private void readUsage(JsonNode usage) {
        draft.usage(
                count(usage.path("prompt_tokens")),
                count(usage.path("completion_tokens")),
                count(usage.path("prompt_tokens_details").path("cached_tokens")));
    }

    /** llama.cpp's own figures; {@code prompt_n} leaves out cached tokens. */
    private void readTimings(JsonNode timings) {
        if (!timings.isObject()) {
            return;
        }
        int cached = count(timings.path("cache_n"));
        long prompt = (long) cached + Math.max(0, count(timings.path("prompt_n")));
        boolean known = cached >= 0 && prompt <= Integer.MAX_VALUE;
        draft.usage(known ? (int) prompt : UNKNOWN, count(timings.path("predicted_n")), cached);
        readTime(timings.path("prompt_ms"), "serverPrefill");
        readTime(timings.path("predicted_ms"), "serverDecode");
        readTime(timings.path("predicted_per_token_ms"), "serverTpot");
    }

    /** A number that is no count of anything, or too large for one, must not turn into another that looks like one. */
    private static int count(JsonNode value) {
        boolean fits = value.isNumber() && value.canConvertToExactIntegral() && value.canConvertToInt();
        return fits && value.intValue() >= 0 ? value.intValue() : UNKNOWN;
    }

    private void readTime(JsonNode value, String metric) {
        if (value.isNumber() && Double.isFinite(value.doubleValue())) {
            draft.serverTime(metric, value.doubleValue());
        }
    }
}
