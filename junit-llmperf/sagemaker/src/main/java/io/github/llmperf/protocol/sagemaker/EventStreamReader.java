package io.github.llmperf.protocol.sagemaker;

import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.Trouble;
import io.github.llmperf.protocol.djl.DjlDialect;
import io.github.llmperf.protocol.kit.Troubles;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.eventstream.HeaderValue;
import software.amazon.eventstream.Message;

/**
 * Reads what a container streams out of an AWS event stream. Payloads are cut anywhere, inside lines and characters too, so
 * that all of them are one stream of bytes to the reader inside.
 */
final class EventStreamReader implements AnswerReader {

    private final AnswerReader inside;
    private final Consumer<StreamEvent> events;
    private final EventMessages messages = new EventMessages(this::message);
    private @Nullable Trouble trouble;

    EventStreamReader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        this.events = asked.workload().stream() ? events : event -> {};
        inside = DjlDialect.answers(asked, ofContainer(head), events);
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        messages.feed(bytes, offset, length);
    }

    @Override
    public AnswerResult end(BodyEnd how) {
        String broken = messages.broken();
        boolean whole = how == BodyEnd.CLEAN && broken == null && !messages.isInside();
        AnswerResult reading = inside.end(whole ? BodyEnd.CLEAN : BodyEnd.CUT);
        if (broken != null) {
            trouble =
                    Troubles.worse(trouble, new Trouble(FailureKind.PROTOCOL, "no AWS event stream: " + broken, null));
        }
        return new AnswerResult(reading.answer(), Troubles.worse(trouble, reading.trouble()));
    }

    private void message(Message message) {
        Map<String, HeaderValue> headers = message.getHeaders();
        byte[] payload = message.getPayload();
        switch (text(headers, ":message-type")) {
            case "exception" -> fail(new String(payload, StandardCharsets.UTF_8), text(headers, ":exception-type"));
            case "error" -> fail(text(headers, ":error-message"), text(headers, ":error-code"));
            default -> {
                if (trouble == null && text(headers, ":event-type").equals("PayloadPart")) {
                    inside.feed(payload, 0, payload.length);
                }
            }
        }
    }

    private void fail(String said, String type) {
        trouble = Troubles.worse(trouble, Troubles.inStream(said, type));
        events.accept(StreamEvent.END);
    }

    private static String text(Map<String, HeaderValue> headers, String name) {
        HeaderValue value = headers.get(name);
        try {
            return value == null ? "" : value.getString();
        } catch (IllegalStateException e) { // of another type, so that it says nothing that is known
            return "";
        }
    }

    private static AnswerHead ofContainer(AnswerHead head) {
        Map<String, String> headers = new HashMap<>(head.headers());
        headers.keySet().removeAll(List.of("content-type", "content-length"));
        String type = head.header("x-amzn-sagemaker-content-type");
        if (type != null) {
            headers.put("content-type", type);
        }
        return new AnswerHead(head.status(), headers);
    }
}
