package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.http.CompletionRequest.Form;
import io.github.llmperf.simulator.http.CompletionRequest.Length;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The token routes of text-generation-inference. Fields that need a real model (sampling, stop sequences, grammars) have no
 * effect; a length cannot be forced. What is wrong with a request that can be read is said inside the stream, with status
 * 200.
 */
enum TgiFace implements Face {
    GENERATE,
    GENERATE_STREAM,
    /** {@code /}, on which the body says whether to stream, and whole answers are arrays. */
    COMPAT;

    private static final int DEFAULT_TOKENS = 100;

    /** The path is vLLM's, too. */
    @Override
    public Face of(JsonFields body) {
        boolean vllm = this == GENERATE && body.get("inputs") == null && body.get("prompt") != null;
        return vllm ? VllmFace.GENERATE : this;
    }

    @Override
    public CompletionRequest read(JsonFields body) throws Refusal {
        JsonFields parameters = body.objectOrEmpty("parameters");
        parameters.requireOneAnswer("best_of");
        parameters.requirePositive("temperature");
        PromptReader prompt = PromptReader.ofInputs(body);
        OptionalInt truncate = parameters.integer("truncate", 1);
        OptionalInt most =
                OptionalInt.of(parameters.integer("max_new_tokens", 1).orElse(DEFAULT_TOKENS));
        return new CompletionRequest(
                null,
                truncate.isPresent() ? prompt.upTo(truncate.getAsInt()) : prompt,
                new Length(most, 0, false),
                new Form(
                        streams(body),
                        false,
                        false,
                        parameters.flag("details", false),
                        parameters.flag("return_full_text", this == COMPAT)));
    }

    private boolean streams(JsonFields body) throws Refusal {
        return this == COMPAT ? body.flag("stream", false) : this == GENERATE_STREAM;
    }

    @Override
    public AnswerShape shape(Asked asked) {
        return new TgiShape(asked, this == COMPAT);
    }

    @Override
    public Refusal tooLong(int promptTokens, int outputTokens, int most) {
        return Refusal.tooLong(
                null,
                promptTokens >= most
                        ? "Input validation error: `inputs` must have less than " + most + " tokens. Given: "
                                + promptTokens
                        : "Input validation error: `inputs` tokens + `max_new_tokens` must be <= " + most + ". Given: "
                                + promptTokens + " `inputs` tokens and " + outputTokens + " `max_new_tokens`");
    }

    @Override
    public void refuse(Refusal refusal, Exchange exchange) {
        Map<String, String> headers = new HashMap<>(refusal.headers());
        headers.put(Exchange.CONTENT_TYPE, Exchange.JSON);
        exchange.respond(status(refusal.kind()), headers, error(refusal));
    }

    @Override
    public void refuseStream(Refusal refusal, Exchange exchange) {
        exchange.begin(TgiShape.STREAM_HEADERS);
        exchange.send(Sse.event(error(refusal)));
        exchange.end();
    }

    static byte[] error(Refusal refusal) {
        String words = refusal.kind() == Refusal.Kind.LOST
                ? "Request failed during generation: " + refusal.message()
                : refusal.kind() == Refusal.Kind.QUEUE_FULL ? "Model is overloaded" : refusal.message();
        return Json.bytes(g -> {
            g.writeStartObject();
            g.writeStringField("error", words);
            g.writeStringField("error_type", type(refusal.kind()));
            g.writeEndObject();
        });
    }

    private static int status(Refusal.Kind kind) {
        return switch (kind) {
            case BAD_REQUEST, TOO_LONG, UNKNOWN_MODEL -> 422;
            case LOST -> 424;
            case TOO_MANY_REQUESTS, QUEUE_FULL -> 429;
            case SERVER_ERROR -> 500;
        };
    }

    private static String type(Refusal.Kind kind) {
        return switch (kind) {
            case BAD_REQUEST, TOO_LONG, UNKNOWN_MODEL -> "validation";
            case LOST -> "generation";
            case TOO_MANY_REQUESTS, QUEUE_FULL -> "overloaded";
            case SERVER_ERROR -> "incomplete_generation";
        };
    }
}
