package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.framing.Frame;
import io.github.llmperf.protocol.framing.Framing;
import io.github.llmperf.protocol.framing.TextBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reads a stream of JSON values, however they are framed, and judges how it ended. */
final class StreamReader implements AnswerReader, Framing.Sink {

    private static final String DONE = "[DONE]";
    private static final String ERROR = "[ERROR]";
    private static final int OPENING = 1024;

    /** Pings of some gateways are events without any field. */
    private static final int EMPTY_OBJECT = 3;

    private final AnswerBuilder draft;
    private final Framing frames;
    private final TextBuffer opening = new TextBuffer(OPENING);
    private final AnswerHead head;
    private final Consumer<StreamEvent> told;
    private final StreamForm form;
    private final Decoder decoder;
    private boolean sawFrame;
    private boolean understood;
    private String foreign = "";
    private boolean dropped;
    private BodyEnd end = BodyEnd.CUT;

    StreamReader(
            RequestContext asked,
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
        draft = new AnswerBuilder(asked.workload(), FailureKind.STREAM_ERROR);
        TimingHeaders.read(head, draft);
        if (!asked.workload().stream()) {
            draft.warn("streamed_unasked");
        }
    }

    /** Leaves no doubt that this is a stream of the API, be it that it has no event. */
    StreamReader recognised() {
        sawFrame = true;
        return this;
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        if (!sawFrame) {
            opening.append(bytes, offset, length);
        }
        frames.feed(bytes, offset, length);
    }

    @Override
    public AnswerResult end(BodyEnd how) {
        end = how;
        frames.end();
        judgeEnd();
        return draft.reading();
    }

    @Override
    public void frame(Frame frame) {
        sawFrame = true;
        if (!frame.terminated() && end == BodyEnd.CUT) {
            dropped = true;
            return;
        }
        if (!frame.error().isEmpty()) {
            readError(frame.error(), frame.terminated());
        }
        String data = frame.data().strip();
        if (frame.type().equals("error") && !data.isEmpty()) {
            readError(data, frame.terminated());
        } else if (!data.isEmpty()) {
            read(data, frame.terminated());
        }
    }

    /** What is not terminated counts when nothing of it is missing. */
    private void readError(String text, boolean terminated) {
        if (terminated || Json.parse(text) != null) {
            fail(text);
        } else {
            dropped = true;
        }
    }

    private void read(String data, boolean terminated) {
        if (data.indexOf('\n') < 0) {
            readLine(data, terminated);
            return;
        }
        List<JsonNode> values = isMark(data) ? List.of() : values(data);
        if (!values.isEmpty()) {
            decode(data, values);
            return;
        }
        String[] lines = data.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i].strip();
            if (!line.isEmpty()) {
                readLine(line, terminated || i < lines.length - 1);
            }
        }
    }

    /** A line of several that are not one value, or all of an event. */
    private void readLine(String line, boolean terminated) {
        List<JsonNode> values = isMark(line) ? List.of() : values(line);
        if (line.startsWith(DONE)) {
            draft.done();
            tell();
        } else if (line.startsWith(ERROR)) {
            fail(line);
        } else if (!values.isEmpty()) {
            decode(line, values);
        } else if (terminated) {
            draft.fail(FailureKind.PROTOCOL, "an event is no JSON object: " + line);
            told.accept(StreamEvent.OTHER);
        } else {
            dropped = true;
        }
    }

    private static boolean isMark(String data) {
        return data.startsWith(DONE) || data.startsWith(ERROR);
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
        for (JsonNode value : values) {
            ErrorBody error = ErrorBody.inChunk(value);
            if (error != null) {
                draft.fail(error);
            }
            boolean known = decoder.decode(value, draft) || error != null;
            understood |= known;
            if (!known && foreign.isEmpty()) {
                foreign = data.substring(0, Math.min(data.length(), OPENING));
            }
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

    /** One value, an error in an array, or an error behind a value; empty when none fits. */
    private List<JsonNode> values(String data) {
        boolean mayBeOne = data.startsWith("{") || data.startsWith("[");
        JsonNode one = mayBeOne ? Json.parse(data, form.fields()) : null;
        if (one == null) {
            return isLines(data) ? List.of() : AppendedError.split(data, form.fields());
        }
        JsonNode value = one.isArray() && ErrorBody.inChunk(one.path(0)) != null ? one.path(0) : one;
        return value.isObject() ? List.of(value) : List.of();
    }

    private boolean isLines(String data) {
        return data.indexOf('\n') >= 0
                && data.lines()
                        .map(String::strip)
                        .allMatch(line -> isMark(line) || Json.parse(line, form.fields()) instanceof ObjectNode);
    }

    /** A server that never got beyond keeping the connection alive. */
    private static boolean isComments(String text) {
        return text.lines().allMatch(line -> line.isBlank() || line.startsWith(":"));
    }

    private void judgeEnd() {
        if (!sawFrame && !head.contentType().equals("text/event-stream") && !isComments(opening.text())) {
            draft.fail(FailureKind.PROTOCOL, ForeignReader.words(head, opening.text()));
        }
        if (!understood && foreign.length() > EMPTY_OBJECT) {
            draft.fail(FailureKind.PROTOCOL, "no event of this api, but " + foreign);
        }
        boolean finished =
                draft.sawEndMark() || draft.finishReason() != null || draft.isEndless() || !form.needsEndMark();
        if (end == BodyEnd.CUT && !draft.sawEndMark()) {
            draft.fail(FailureKind.TRUNCATED, "the connection closed before the end mark");
        } else if (!finished) {
            draft.fail(FailureKind.TRUNCATED, "the stream ended without " + form.endMark());
        } else if (dropped && (draft.isEndless() || !form.needsEndMark())) {
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
