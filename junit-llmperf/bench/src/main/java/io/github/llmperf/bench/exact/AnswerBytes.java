package io.github.llmperf.bench.exact;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytes of answers, made once: only one thread writes them. The first token is the answer's number, by which its stamps
 * are found again; each further one is its own number, so that none can be lost unseen.
 */
final class AnswerBytes {

    private static final String CHUNK =
            """
            data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1760000000,"model":"m",\
            "choices":[{"index":0,"delta":{"content":"%s"},"logprobs":null,"finish_reason":%s}]}

            """;

    private static final String USAGE =
            """
            data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1760000000,"model":"m",\
            "choices":[],"usage":{"prompt_tokens":100,"total_tokens":%d,"completion_tokens":%d}}

            """;

    private static final String CONTENT = "\"content\":\"";
    private static final String NUMBER = "000000000";

    private final ByteBuffer head = buffer(String.join(
            "\r\n",
            "HTTP/1.1 200 OK",
            "content-type: text/event-stream; charset=utf-8",
            "transfer-encoding: chunked",
            "",
            ""));
    private final String firstText = chunk(CHUNK.formatted(NUMBER, "null"));
    private final ByteBuffer first = buffer(firstText);
    private final int numberAt = firstText.indexOf(NUMBER);
    private final List<ByteBuffer> events = new ArrayList<>();
    private final Map<Integer, ByteBuffer> ends = new HashMap<>();

    /** Returns the text of an answer from which nothing is missing. */
    static String text(int number, int tokens) {
        String digits = Integer.toString(number);
        StringBuilder text = new StringBuilder(NUMBER.substring(digits.length())).append(digits);
        for (int i = 1; i < tokens; i++) {
            text.append(token(i));
        }
        return text.toString();
    }

    /** Returns which answer a text is of; −1 when it is none of this server's. */
    static int number(String text) {
        String digits = text.substring(0, Math.min(NUMBER.length(), text.length()));
        return digits.matches("\\d{" + NUMBER.length() + "}") ? Integer.parseInt(digits) : -1;
    }

    /** Returns which answer the bytes of a stream are of, as far as its first token; −1 when that is not there. */
    static int numberOf(String stream) {
        int at = stream.indexOf(CONTENT);
        return at < 0 ? -1 : number(stream.substring(at + CONTENT.length()));
    }

    ByteBuffer head() {
        return head.rewind();
    }

    ByteBuffer event(int number, int token) {
        if (token == 0) {
            return first(number);
        }
        while (token > events.size()) {
            events.add(buffer(chunk(CHUNK.formatted(token(events.size() + 1), "null"))));
        }
        return events.get(token - 1).rewind();
    }

    ByteBuffer end(int tokens) {
        return ends.computeIfAbsent(
                        tokens,
                        n -> buffer(chunk(CHUNK.formatted("", "\"length\""))
                                + chunk(USAGE.formatted(100 + n, n))
                                + chunk("data: [DONE]\n\n")
                                + "0\r\n\r\n"))
                .rewind();
    }

    private ByteBuffer first(int number) {
        int left = number;
        for (int i = NUMBER.length() - 1; i >= 0; i--) {
            first.put(numberAt + i, (byte) ('0' + left % 10));
            left /= 10;
        }
        return first.rewind();
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
