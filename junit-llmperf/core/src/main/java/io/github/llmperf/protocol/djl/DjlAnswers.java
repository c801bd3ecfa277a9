package io.github.llmperf.protocol.djl;

import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.framing.DripFraming;
import io.github.llmperf.protocol.kit.Answers;
import io.github.llmperf.protocol.kit.StreamForm;
import io.github.llmperf.protocol.tgi.TokenDecoder;
import java.util.function.Consumer;

/** Readers for the shapes that one content type and one first byte leave open. */
final class DjlAnswers {

    private static final StreamForm DRIP =
            StreamForm.endingWith("the end of its JSON text").reading(TokenDecoder.FORM.fields());

    private DjlAnswers() {}

    static AnswerReader read(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        String type = head.contentType();
        if (!head.isSuccess() || !asked.workload().stream() || type.endsWith("html")) {
            return whole(asked, head, events);
        }
        boolean isSaid = type.contains("jsonl") || type.contains("ndjson") || type.equals("text/event-stream");
        if (isSaid) {
            return lines(asked, head, events);
        }
        // A body whose length was known before it began was not written piece by piece.
        boolean isWhole = type.equals("application/json") && head.header("content-length") != null;
        return isWhole ? whole(asked, head, events) : new OpeningReader(asked, head, events);
    }

    static AnswerReader whole(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        return Answers.read(asked, head, events, DjlDecoder.FORM, DjlDecoder.of(asked));
    }

    static AnswerReader lines(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        return Answers.read(asked, head, events, DjlDecoder.FORM.orLines(), DjlDecoder.of(asked));
    }

    static AnswerReader drip(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        return Answers.framed(asked, head, events, DRIP, DripDecoder.create(), DripFraming::new);
    }
}
