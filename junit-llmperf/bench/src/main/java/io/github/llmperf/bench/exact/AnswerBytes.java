package io.github.llmperf.bench.exact;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The bytes of answers, made once: only one thread writes them. Each token is its own number, so that none can be lost. */
final class AnswerBytes {

    private static final String CHUNK =
            """
            data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1760000000,"model":"m",\
            "choices":[{"index":0,"delta":{"content":"%s"},"logprobs":null,"finish_reason":%s}]}

            """;

    private final List<ByteBuffer> events = new ArrayList<>();
    private final ByteBuffer head = buffer(String.join(
            "\r\n",
            "HTTP/1.1 200 OK",
            "content-type: text/event-stream; charset=utf-8",
            "transfer-encoding: chunked",
            "",
            ""));
    private final ByteBuffer end =
            buffer(chunk(CHUNK.formatted("", "\"length\"")) + chunk("data: [DONE]\n\n") + "0\r\n\r\n");

    /** Returns the text of an answer from which nothing is missing. */
    static String text(int tokens) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < tokens; i++) {
            text.append(token(i));
        }
        return text.toString();
    }

    ByteBuffer head() {
        return head.rewind();
    }

    ByteBuffer event(int number) {
        while (number >= events.size()) {
            events.add(buffer(chunk(CHUNK.formatted(token(events.size()), "null"))));
        }
        return events.get(number).rewind();
    }

    ByteBuffer end() {
        return end.rewind();
    }

    private static String token(int number) {
        return " " + number;
    }

    private static String chunk(String data) {
        return Integer.toHexString(data.length()) + "\r\n" + data + "\r\n";
    }

    private static ByteBuffer buffer(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes);
    }
}
