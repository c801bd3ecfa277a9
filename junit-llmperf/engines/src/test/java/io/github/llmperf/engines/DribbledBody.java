package io.github.llmperf.engines;

import io.github.llmperf.Api;
import java.nio.charset.StandardCharsets;

/** Streams of the same text, {@link #TOKENS} tokens of one to four bytes a character, as different servers write them. */
enum DribbledBody {
    CHAT(
            Api.OPENAI_CHAT,
            "/v1/chat/completions",
            "text/event-stream",
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n",
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"}}]}\n\n",
            """
            data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

            data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}

            data: [DONE]

            """);

    static final String TEXT = "né 你好 🙂 fin";
    static final int TOKENS = 4;

    private static final String[] PIECES = {"né", " 你好", " 🙂", " fin"};

    private final String api;
    private final String path;
    private final String contentType;
    private final String start;
    private final String event;
    private final String end;

    DribbledBody(String api, String path, String contentType, String start, String event, String end) {
        this.api = api;
        this.path = path;
        this.contentType = contentType;
        this.start = start;
        this.event = event;
        this.end = end;
    }

    String api() {
        return api;
    }

    String path() {
        return path;
    }

    String contentType() {
        return contentType;
    }

    byte[] bytes() {
        return (upTo(TOKENS) + end).getBytes(StandardCharsets.UTF_8);
    }

    /** Bytes up to and with the last one of the first event with text. */
    int endOfFirstToken() {
        return upTo(1).getBytes(StandardCharsets.UTF_8).length;
    }

    /** Bytes up to and with the last one of the last event with text. */
    int endOfLastToken() {
        return upTo(TOKENS).getBytes(StandardCharsets.UTF_8).length;
    }

    private String upTo(int tokens) {
        StringBuilder body = new StringBuilder(start);
        for (int i = 0; i < tokens; i++) {
            body.append(String.format(event, PIECES[i]));
        }
        return body.toString();
    }
}
