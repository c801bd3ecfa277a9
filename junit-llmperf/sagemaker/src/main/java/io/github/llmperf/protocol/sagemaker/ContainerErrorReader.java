package io.github.llmperf.protocol.sagemaker;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.Trouble;
import io.github.llmperf.protocol.djl.DjlDialect;
import io.github.llmperf.protocol.framing.TextBuffer;
import io.github.llmperf.protocol.kit.Json;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads an answer whose status is no success. An error of the container comes wrapped in one of SageMaker's, always with
 * 424: what the container said, and with which status, is what counts.
 */
final class ContainerErrorReader implements AnswerReader {

    private static final int LIMIT = 256 * 1024;
    private static final String STATUS = "OriginalStatusCode";
    private static final String MESSAGE = "OriginalMessage";

    private final RequestContext asked;
    private final AnswerHead head;
    private final TextBuffer body = new TextBuffer(LIMIT);

    ContainerErrorReader(RequestContext asked, AnswerHead head) {
        this.asked = asked;
        this.head = head;
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        body.append(bytes, offset, length);
    }

    @Override
    public AnswerResult end(BodyEnd how) {
        String text = body.text();
        JsonNode wrapper = Json.parse(text);
        if (wrapper == null || !(wrapper.has(STATUS) || wrapper.has(MESSAGE))) {
            return read(head, text, how);
        }
        int status = Json.count(wrapper, STATUS);
        String said = Json.text(wrapper, MESSAGE);
        Map<String, String> headers = new HashMap<>(head.headers());
        headers.remove("x-amzn-errortype");
        AnswerHead inside = new AnswerHead(status >= 400 && status < 600 ? status : head.status(), headers);
        AnswerResult reading = read(inside, said.isBlank() ? Json.text(wrapper, "Message") : said, how);
        Trouble trouble = reading.trouble();
        return trouble == null || trouble.code() != null || status < 0
                ? reading
                : new AnswerResult(
                        reading.answer(), new Trouble(trouble.kind(), trouble.message(), String.valueOf(status)));
    }

    private AnswerResult read(AnswerHead status, String text, BodyEnd how) {
        AnswerReader reader = DjlDialect.answers(asked, status, event -> {});
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        reader.feed(bytes, 0, bytes.length);
        return reader.end(how);
    }
}
