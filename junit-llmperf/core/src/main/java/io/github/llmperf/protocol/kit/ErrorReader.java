package io.github.llmperf.protocol.kit;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.Trouble;
import io.github.llmperf.protocol.framing.TextBuffer;

/** Reads an answer whose status is no success. AWS names the kind of error in a header. */
final class ErrorReader implements AnswerReader {

    private static final int LIMIT = 256 * 1024;

    private final AnswerHead head;
    private final TextBuffer body = new TextBuffer(LIMIT);

    ErrorReader(AnswerHead head) {
        this.head = head;
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        body.append(bytes, offset, length);
    }

    @Override
    public AnswerResult end(BodyEnd how) {
        ErrorBody error = ErrorBody.inText(body.text()).orType(head.header("x-amzn-errortype"));
        String location = head.header("location");
        String message = head.status() >= 300 && head.status() < 400
                ? location == null
                        ? "the server redirects and does not say where to"
                        : "the server redirects to " + location + ", which is not followed; use that url"
                : error.message();
        return new AnswerResult(
                Answer.NONE, new Trouble(FailureSorter.withStatus(head.status(), error), message, error.code()));
    }
}
