package io.github.llmperf.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads a stream of OpenAI's routes. */
final class OpenAiStreamReader implements AnswerReader, SseReader.Sink {

    private static final String DONE = "[DONE]";
    private static final String ERROR = "[ERROR]";
    private static final int OPENING = 1024;

    private final AnswerDraft draft;
    private final Troubles troubles = new Troubles();
    private final OpenAiDecoder decoder;
    private final SseReader events = new SseReader(SseReader.LARGEST_EVENT, this);
    private final TextBuffer opening = new TextBuffer(OPENING);
    private final AnswerHead head;
    private final Consumer<StreamEvent> told;
    private boolean sawEvent;
    private BodyEnd end = BodyEnd.CUT;

    OpenAiStreamReader(AnswerHead head, Workload workload, Consumer<StreamEvent> told) {
        this.head = head;
        this.told = told;
        draft = new AnswerDraft(workload.maxNewTokens());
        decoder = new OpenAiDecoder(draft, troubles, FailureKind.STREAM_ERROR);
        TimingHeaders.read(head, draft);
        if (!workload.stream()) {
            draft.warn("streamed_unasked");
        }
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        if (!sawEvent) {
            opening.append(bytes, offset, length);
        }
        events.feed(bytes, offset, length);
    }

    @Override
    public Reading end(BodyEnd how) {
        end = how;
        events.end();
        judgeEnd();
        return new Reading(draft.answer(), troubles.worst());
    }

    @Override
    public void event(SseEvent event) {
        sawEvent = true;
        String data = event.data().strip();
        if (!event.terminated() && !isWhole(data)) {
            return;
        }
        if (!event.error().isEmpty()) {
            error(event.error());
        }
        if (data.startsWith(DONE)) {
            draft.done();
            told.accept(StreamEvent.END);
        } else if (data.startsWith(ERROR) || event.type().equals("error")) {
            error(data);
        } else if (!data.isEmpty()) {
            decode(data);
        }
    }

    @Override
    public void tooLong(int limit) {
        troubles.add(FailureKind.PROTOCOL, "an event is longer than " + limit + " bytes");
    }

    private void error(String text) {
        ErrorBody error = ErrorBody.inText(text);
        troubles.add(FailureSorter.inBand(error, FailureKind.STREAM_ERROR), error);
        told.accept(StreamEvent.END);
    }

    private void decode(String data) {
        List<ObjectNode> values = values(data);
        if (values.isEmpty()) {
            troubles.add(FailureKind.PROTOCOL, "an event is no JSON object: " + data);
            told.accept(StreamEvent.OTHER);
        }
        for (ObjectNode value : values) {
            told.accept(decoder.decode(value));
        }
    }

    /** One value, or one per line when several lines are not one value; empty when neither fits. */
    private static List<ObjectNode> values(String data) {
        ObjectNode one = Json.object(data);
        if (one != null) {
            return List.of(one);
        }
        List<ObjectNode> values = new ArrayList<>();
        for (String line : data.split("\n", -1)) {
            ObjectNode value = Json.object(line);
            if (value == null) {
                return List.of();
            }
            values.add(value);
        }
        return values;
    }

    /** A last event without its blank line counts when the body ended cleanly and nothing of it is missing. */
    private boolean isWhole(String data) {
        return end == BodyEnd.CLEAN && (data.startsWith(DONE) || !values(data).isEmpty());
    }

    private void judgeEnd() {
        if (!sawEvent
                && !head.contentType().equals("text/event-stream")
                && !opening.text().isBlank()) {
            troubles.add(FailureKind.PROTOCOL, ForeignReader.words(head, opening.text()));
        }
        boolean finished = draft.sawDone() || draft.finishReason() != null;
        if (end == BodyEnd.CUT && !draft.sawDone()) {
            troubles.add(FailureKind.TRUNCATED, "the connection closed before the end mark");
        } else if (!finished) {
            troubles.add(FailureKind.TRUNCATED, "the stream ended without finish_reason or " + DONE);
        } else if (!draft.hasOutput()) {
            troubles.add(FailureKind.EMPTY_OUTPUT, "the stream has no output; finish_reason " + draft.finishReason());
        }
        if (troubles.worst() == null && end == BodyEnd.CUT) {
            draft.warn("unclean_end");
        } else if (troubles.worst() == null && !draft.sawDone()) {
            draft.warn("missing_done");
        }
    }
}
