package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.http.CompletionRequest.Form;
import io.github.llmperf.simulator.http.CompletionRequest.Length;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * {@code /generate} of vLLM's plain server, which catches no error: whatever fails is an internal error without a word
 * about it, and what fails once the stream has begun cuts it.
 */
enum VllmFace implements Face {
    GENERATE;

    private static final int DEFAULT_TOKENS = 16;

    @Override
    public CompletionRequest read(JsonFields body) throws Refusal {
        body.requireOneAnswer("n");
        body.requireNumber("temperature", 0, Double.MAX_VALUE);
        OptionalInt most = OptionalInt.of(body.integer("max_tokens", 1).orElse(DEFAULT_TOKENS));
        return new CompletionRequest(
                null,
                PromptReader.ofCompletion(body),
                Length.of(most, body.integer("min_tokens", 0), body.flag("ignore_eos", false)),
                new Form(body.flag("stream", false), false, false, false, true));
    }

    @Override
    public AnswerShape shape(Asked asked) {
        return new VllmShape(asked);
    }

    @Override
    public Refusal tooLong(int promptTokens, int outputTokens, int most) {
        return Refusal.tooLong(
                null,
                "prompt and output must be at most " + most + " tokens, but are " + promptTokens + " and "
                        + outputTokens);
    }

    @Override
    public void refuse(Refusal refusal, Exchange exchange) {
        Map<String, String> headers = new HashMap<>(refusal.headers());
        headers.put(Exchange.CONTENT_TYPE, "text/plain; charset=utf-8");
        switch (refusal.kind()) {
            case TOO_MANY_REQUESTS -> exchange.respond(429, headers, words("Too Many Requests"));
            case QUEUE_FULL -> exchange.respond(503, headers, words("Service Unavailable"));
            default -> exchange.respond(500, headers, words("Internal Server Error"));
        }
    }

    private static byte[] words(String words) {
        return words.getBytes(StandardCharsets.UTF_8);
    }

    /** The head is sent before the engine looks at the request. */
    @Override
    public void refuseStream(Refusal refusal, Exchange exchange) {
        if (refusal.kind() == Refusal.Kind.TOO_LONG) {
            exchange.begin(Map.of());
            exchange.cut(new byte[0]);
        } else {
            refuse(refusal, exchange);
        }
    }
}
