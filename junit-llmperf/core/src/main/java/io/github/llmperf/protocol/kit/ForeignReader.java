package io.github.llmperf.protocol.kit;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Trouble;
import io.github.llmperf.protocol.framing.TextBuffer;

/** Reads what is no answer of a model: a sign-in page, another service. */
final class ForeignReader implements AnswerReader {

    private static final int LIMIT = 4096;

    private final AnswerHead head;
    private final TextBuffer body = new TextBuffer(LIMIT);

    ForeignReader(AnswerHead head) {
        this.head = head;
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        body.append(bytes, offset, length);
    }

    @Override
    public AnswerResult end(BodyEnd how) {
        return new AnswerResult(Answer.NONE, new Trouble(FailureKind.PROTOCOL, words(head, body.text()), null));
    }

    static String words(AnswerHead head, String body) {
        String type = head.contentType().isEmpty() ? "no content type" : head.contentType();
        return "no answer of a model, but " + type + ": " + body.strip();
    }
}
