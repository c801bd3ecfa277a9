package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.framing.Framing;
import io.github.llmperf.protocol.framing.TextBuffer;

/** Reads an answer that is one JSON value, asked for or not. */
final class WholeReader implements AnswerReader {

    private final boolean streamAsked;
    private final AnswerBuilder draft;
    private final Decoder decoder;
    private final Fields fields;
    private final int longest;
    private final TextBuffer body;

    WholeReader(RequestContext asked, AnswerHead head, Decoder decoder, Fields fields) {
        this(asked, head, decoder, fields, Framing.LONGEST);
    }

    WholeReader(RequestContext asked, AnswerHead head, Decoder decoder, Fields fields, int longest) {
        this.longest = longest;
        body = new TextBuffer(longest);
        this.decoder = decoder;
        this.fields = fields;
        streamAsked = asked.workload().stream();
        draft = new AnswerBuilder(asked.workload(), FailureKind.SERVER_ERROR);
        TimingHeaders.read(head, draft);
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        body.append(bytes, offset, length);
    }

    @Override
    public AnswerResult end(BodyEnd how) {
        if (body.isOverflown()) {
            draft.fail(FailureKind.PROTOCOL, "the answer is longer than " + longest + " bytes");
            return draft.reading();
        }
        String text = body.text();
        if (text.isBlank()) {
            draft.fail(FailureKind.TRUNCATED, "the answer has no body");
            return draft.reading();
        }
        JsonNode json = Json.parse(text, fields);
        if (json == null) {
            for (JsonNode value : AppendedError.split(text, fields)) {
                ErrorBody appended = ErrorBody.inChunk(value);
                if (appended != null) {
                    draft.fail(appended);
                    return draft.reading();
                }
            }
            FailureKind kind = how == BodyEnd.CUT ? FailureKind.TRUNCATED : FailureKind.PROTOCOL;
            draft.fail(kind, (kind == FailureKind.TRUNCATED ? "the answer was cut: " : "broken JSON: ") + text);
            return draft.reading();
        }
        ErrorBody error = ErrorBody.inChunk(json.isArray() ? json.path(0) : json);
        if (error != null) {
            draft.fail(error);
        } else if (!decoder.decode(json, draft)) {
            draft.fail(FailureKind.PROTOCOL, "no answer of a model, but this JSON: " + text);
        } else {
            judge(how);
        }
        return draft.reading();
    }

    private void judge(BodyEnd how) {
        draft.closeEvent();
        if (streamAsked) {
            draft.warn("not_streamed");
        }
        if (!draft.hasOutput()) {
            draft.fail(
                    FailureKind.EMPTY_OUTPUT,
                    "the answer has no output"
                            + (draft.finishReason() == null ? "" : "; finish_reason " + draft.finishReason()));
        } else if (how == BodyEnd.CUT) {
            draft.warn("unclean_end");
        }
    }
}
