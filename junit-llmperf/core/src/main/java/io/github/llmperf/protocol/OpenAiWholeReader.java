package io.github.llmperf.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.plan.Workload;

/** Reads an answer that is one JSON value, asked for or not. */
final class OpenAiWholeReader implements AnswerReader {

    private final boolean streamAsked;
    private final AnswerDraft draft;
    private final Troubles troubles = new Troubles();
    private final TextBuffer body = new TextBuffer(Integer.MAX_VALUE);

    OpenAiWholeReader(AnswerHead head, Workload workload) {
        streamAsked = workload.stream();
        draft = new AnswerDraft(workload.maxNewTokens());
        TimingHeaders.read(head, draft);
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        body.append(bytes, offset, length);
    }

    @Override
    public Reading end(BodyEnd how) {
        String text = body.text();
        JsonNode json = Json.parse(text);
        if (json == null) {
            FailureKind kind = how == BodyEnd.CUT ? FailureKind.TRUNCATED : FailureKind.PROTOCOL;
            troubles.add(kind, (kind == FailureKind.TRUNCATED ? "the answer was cut: " : "broken JSON: ") + text);
            return new Reading(draft.answer(), troubles.worst());
        }
        ErrorBody error = ErrorBody.inChunk(json.isArray() ? json.path(0) : json);
        if (error != null) {
            troubles.add(FailureSorter.inBand(error, FailureKind.SERVER_ERROR), error);
        } else if (!json.path("choices").isArray()) {
            troubles.add(FailureKind.PROTOCOL, "no answer of a model, but this JSON: " + text);
        } else {
            readAnswer(json);
        }
        return new Reading(draft.answer(), troubles.worst());
    }

    private void readAnswer(JsonNode json) {
        new OpenAiDecoder(draft, troubles, FailureKind.SERVER_ERROR).decode(json);
        if (streamAsked) {
            draft.warn("not_streamed");
        }
        if (!draft.hasOutput()) {
            troubles.add(FailureKind.EMPTY_OUTPUT, "the answer has no output; finish_reason " + draft.finishReason());
        }
    }
}
