package io.github.llmperf.protocol.kit;

import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.framing.ArrayFraming;
import io.github.llmperf.protocol.framing.Framing;
import io.github.llmperf.protocol.framing.LineFraming;
import io.github.llmperf.protocol.framing.SseFraming;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Readers of JSON answers. Whether a body is a stream of events, of lines, of elements, or one value is decided by its
 * first visible byte and its content type, since servers and gateways do not always send what was asked for.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class Answers {

    private Answers() {}

    /**
     * Returns a reader for one answer.
     *
     * @param asked what was asked for
     * @param head status and headers of the answer
     * @param events is told of each event of a stream as its bytes complete it
     * @param form what streams of this API look like
     * @param decoder understands one value; not shared between answers if it keeps state
     * @return the reader
     */
    public static AnswerReader read(
            RequestContext asked, AnswerHead head, Consumer<StreamEvent> events, StreamForm form, Decoder decoder) {
        if (!head.isSuccess()) {
            return new ErrorReader(head);
        }
        Consumer<StreamEvent> told = asked.workload().stream() ? events : event -> {};
        return new SniffingReader(head, first -> switch (first) {
            case '<' -> new ForeignReader(head);
            case '{' ->
                isLines(asked, head, form)
                        ? new StreamReader(asked, head, told, form.withoutDone(), decoder, LineFraming::new)
                        : new WholeReader(asked, head, decoder, form.fields());
            case '[' ->
                form.jsonArray() && asked.workload().stream()
                        ? new StreamReader(asked, head, told, form, decoder, ArrayFraming::new)
                        : new WholeReader(asked, head, decoder, form.fields());
            case SniffingReader.NOTHING ->
                asked.workload().stream()
                        ? new StreamReader(asked, head, told, form, decoder, SseFraming::new)
                        : new WholeReader(asked, head, decoder, form.fields());
            default -> new StreamReader(asked, head, told, form, decoder, SseFraming::new);
        });
    }

    /**
     * Returns a reader for a stream whose framing the dialect has found out.
     *
     * @param asked what was asked for
     * @param head status and headers of a successful answer
     * @param events is told of each event as its bytes complete it; of none when no stream was asked for
     * @param form what the stream looks like
     * @param decoder understands one value; not shared between answers if it keeps state
     * @param framing cuts the body
     * @return the reader
     */
    public static AnswerReader framed(
            RequestContext asked,
            AnswerHead head,
            Consumer<StreamEvent> events,
            StreamForm form,
            Decoder decoder,
            Function<Framing.Sink, Framing> framing) {
        Consumer<StreamEvent> told = asked.workload().stream() ? events : event -> {};
        return new StreamReader(asked, head, told, form, decoder, framing).recognised();
    }

    /** An event stream's label says nothing here: whole answers that were to be streams carry it too. */
    private static boolean isLines(RequestContext asked, AnswerHead head, StreamForm form) {
        String type = head.contentType();
        return type.contains("jsonl") || type.contains("ndjson") || (form.jsonLines() && asked.workload().stream());
    }
}
