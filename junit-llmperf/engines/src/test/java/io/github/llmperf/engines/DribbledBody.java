package io.github.llmperf.engines;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.llmperf.Api;

/** Streams of the same text, {@link #TOKENS} tokens with characters of one to four bytes, as different servers write them. */
enum DribbledBody {
    CHAT(
            Api.OPENAI_CHAT,
            "/v1/chat/completions",
            "text/event-stream",
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n",
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"}}]}\n\n",
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"},\"finish_reason\":\"stop\"}]}\n\n",
            """
            data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}

            data: [DONE]

            """),

    TGI(
            Api.TGI_GENERATE,
            "/generate_stream",
            "text/event-stream",
            ":\n\n",
            "data:{\"token\":{\"id\":7,\"text\":\"%s\",\"logprob\":-0.5,\"special\":false},\"generated_text\":null}\n\n",
            """
            data:{"token":{"id":7,"text":"%s","logprob":-0.5,"special":false},"generated_text":"né 你好 🙂 fin",\
            "details":{"finish_reason":"length","generated_tokens":4,"input_length":3}}

            """,
            ""),

    OLLAMA(
            Api.OLLAMA_GENERATE,
            "/api/generate",
            "application/x-ndjson",
            "",
            "{\"model\":\"any\",\"response\":\"%s\",\"done\":false}\n",
            "{\"model\":\"any\",\"response\":\"%s\",\"done\":false}\n",
            """
            {"model":"any","response":"","done":true,"done_reason":"stop","prompt_eval_count":3,"eval_count":4}
            """);

    static final String TEXT = "né 你好 🙂 fin";
    static final int TOKENS = 4;

    private static final String[] PARTS = {"né", " 你好", " 🙂", " fin"};

    private final String api;
    private final String path;
    private final String contentType;
    private final String start;
    private final String event;
    private final String lastEvent;
    private final String end;

    DribbledBody(
            String api, String path, String contentType, String start, String event, String lastEvent, String end) {
        this.api = api;
        this.path = path;
        this.contentType = contentType;
        this.start = start;
        this.event = event;
        this.lastEvent = lastEvent;
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
        return (upTo(TOKENS) + end).getBytes(UTF_8);
    }

    /** Bytes up to and with the last one of the first event with text. */
    int endOfFirstToken() {
        return upTo(1).getBytes(UTF_8).length;
    }

    /** Bytes up to and with the last one of the last event with text. */
    int endOfLastToken() {
        return upTo(TOKENS).getBytes(UTF_8).length;
    }

    private String upTo(int tokens) {
        StringBuilder body = new StringBuilder(start);
        for (int i = 0; i < tokens; i++) {
            body.append(String.format(i == TOKENS - 1 ? lastEvent : event, PARTS[i]));
        }
        return body.toString();
    }
}
