package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.Asked;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Reading;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.framing.Frame;
import io.github.llmperf.protocol.framing.Framing;
import io.github.llmperf.protocol.framing.TextBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reads a stream of JSON values, however they are framed, and judges how it ended. */
final class StreamReader implements AnswerReader, Framing.Sink {

    private static final String DONE = "[DONE]";
    private static final String ERROR = "[ERROR]";
    private static final int OPENING = 1024;

    private final AnswerDraft draft;
    private final Framing frames;
    private final TextBuffer opening = new TextBuffer(OPENING);
    private final AnswerHead head;
    private final Consumer<StreamEvent> told;
    private final StreamForm form;
    private final Decoder decoder;
    private boolean sawFrame;
    private boolean dropped;
    private BodyEnd end = BodyEnd.CUT;

    StreamReader(
            Asked asked,
            AnswerHead head,
            Consumer<StreamEvent> told,
            StreamForm form,
            Decoder decoder,
            Function<Framing.Sink, Framing> framing) {
        this.head = head;
        this.told = told;
        this.form = form;
        this.decoder = decoder;
        frames = framing.apply(this);
        draft = new AnswerDraft(asked.workload(), FailureKind.STREAM_ERROR);
        TimingHeaders.read(head, draft);
        if (!asked.workload().stream()) {
            draft.warn("streamed_unasked");
        }
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        if (!sawFrame) {
            opening.append(bytes, offset, length);
        }
        frames.feed(bytes, offset, length);
    }

    @Override
    public Reading end(BodyEnd how) {
        end = how;
        frames.end();
        judgeEnd();
        return draft.reading();
    }

    @Override
    public void frame(Frame frame) {
        sawFrame = true;
        String data = frame.data().strip();
        List<JsonNode> values = data.isEmpty() || data.startsWith(DONE) ? List.of() : values(data);
        if (!frame.terminated() && (end == BodyEnd.CUT || (values.isEmpty() && !data.startsWith(DONE)))) {
            dropped = true;
            return;
        }
        if (!frame.error().isEmpty()) {
            fail(frame.error());
        }
        if (data.startsWith(DONE)) {
            draft.done();
            tell();
        } else if (data.startsWith(ERROR) || frame.type().equals("error")) {
            fail(data);
        } else if (!data.isEmpty()) {
            decode(data, values);
        }
    }

    @Override
    public void broken(String why) {
        draft.fail(FailureKind.PROTOCOL, why);
    }

    private void fail(String text) {
        draft.fail(ErrorBody.inText(text));
        tell();
    }

    private void decode(String data, List<JsonNode> values) {
        if (values.isEmpty()) {
            draft.fail(FailureKind.PROTOCOL, "an event is no JSON object: " + data);
            told.accept(StreamEvent.OTHER);
        }
        for (JsonNode value : values) {
            ErrorBody error = ErrorBody.inChunk(value);
            if (error != null) {
                draft.fail(error);
            }
            decoder.decode(value, draft);
            tell();
        }
    }

    private void tell() {
        StreamEvent event = draft.closeEvent();
        boolean ended = draft.takeEnded();
        if (event != StreamEvent.OTHER || !ended) {
            told.accept(event);
        }
        if (ended) {
            told.accept(StreamEvent.END);
        }
    }

    /** One value, an error in an array, one per line where several lines are not one value, or an error behind one; empty when none fits. */
    private List<JsonNode> values(String data) {
        JsonNode one = Json.parse(data, form.fields());
        if (one != null) {
            JsonNode value = one.isArray() && ErrorBody.inChunk(one.path(0)) != null ? one.path(0) : one;
            return value.isObject() ? List.of(value) : List.of();
        }
        List<JsonNode> values = lines(data);
        return values.isEmpty() ? AppendedError.split(data, form.fields()) : values;
    }

    private List<JsonNode> lines(String data) {
        List<JsonNode> values = new ArrayList<>();
        if (data.indexOf('\n') < 0) {
            return values;
        }
        for (String line : data.split("\n", -1)) {
            JsonNode value = Json.parse(line, form.fields());
            if (value == null || !value.isObject()) {
                return List.of();
            }
            values.add(value);
        }
        return values;
    }

    private void judgeEnd() {
        if (!sawFrame
                && !head.contentType().equals("text/event-stream")
                && !opening.text().isBlank()) {
            draft.fail(FailureKind.PROTOCOL, ForeignReader.words(head, opening.text()));
        }
        boolean finished =
                draft.sawEndMark() || draft.finishReason() != null || draft.isEndless() || !form.needsEndMark();
        if (end == BodyEnd.CUT && !draft.sawEndMark()) {
            draft.fail(FailureKind.TRUNCATED, "the connection closed before the end mark");
        } else if (!finished) {
            draft.fail(FailureKind.TRUNCATED, "the stream ended without " + form.endMark());
        } else if (dropped && !form.needsEndMark()) {
            draft.fail(FailureKind.TRUNCATED, "the stream ended inside an event");
        } else if (!draft.hasOutput()) {
            draft.fail(
                    FailureKind.EMPTY_OUTPUT,
                    "the stream has no output"
                            + (draft.finishReason() == null ? "" : "; finish_reason " + draft.finishReason()));
        }
        if (!draft.hasTrouble() && end == BodyEnd.CUT) {
            draft.warn("unclean_end");
        } else if (!draft.hasTrouble() && form.done() && !draft.sawDone()) {
            draft.warn("missing_done");
        }
    }
}
