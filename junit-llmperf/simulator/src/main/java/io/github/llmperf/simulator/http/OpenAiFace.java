package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.http.CompletionRequest.Form;
import io.github.llmperf.simulator.http.CompletionRequest.Length;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/** The OpenAI routes as vLLM serves them. */
enum OpenAiFace implements Face {
    CHAT,
    COMPLETIONS;

    private static final int DEFAULT_COMPLETION_TOKENS = 16;

    @Override
    public CompletionRequest read(JsonFields body) throws Refusal {
        PromptReader prompt = this == CHAT ? PromptReader.ofChat(body) : PromptReader.ofCompletion(body);
        Length length = Length.of(maxTokens(body), body.integer("min_tokens", 0), body.flag("ignore_eos", false));
        body.requireNumber("temperature", 0, 10);
        body.requireOneAnswer("n");
        return new CompletionRequest(body.string("model"), prompt, length, form(body));
    }

    private OptionalInt maxTokens(JsonFields body) throws Refusal {
        OptionalInt maxTokens = body.integer("max_tokens", 1);
        if (this == COMPLETIONS) {
            return OptionalInt.of(maxTokens.orElse(DEFAULT_COMPLETION_TOKENS));
        }
        OptionalInt newer = body.integer("max_completion_tokens", 1);
        return newer.isPresent() ? newer : maxTokens;
    }

    private static Form form(JsonFields body) throws Refusal {
        boolean stream = body.flag("stream", false);
        JsonFields options = body.object("stream_options");
        if (options != null && !stream) {
            throw Refusal.badRequest("stream_options", "stream_options must not be present unless stream is true");
        }
        boolean includeUsage = options != null && options.flag("include_usage", true);
        boolean continuousUsage = options != null && includeUsage && options.flag("continuous_usage_stats", false);
        return new Form(stream, includeUsage, continuousUsage, false, false);
    }

    @Override
    public AnswerShape shape(Asked asked) {
        String hex = "%016x".formatted(asked.number());
        return new OpenAiStream(
                asked,
                this == CHAT
                        ? new ChatShape("chatcmpl-" + hex, asked.created(), asked.model())
                        : new CompletionShape("cmpl-" + hex, asked.created(), asked.model()));
    }

    @Override
    public Refusal tooLong(int promptTokens, int outputTokens, int most) {
        return Refusal.tooLong(
                promptTokens >= most ? "prompt" : "max_tokens",
                "This model's maximum context length is " + most + " tokens, but " + promptTokens
                        + " prompt tokens and " + outputTokens
                        + " output tokens were asked for. Shorten the prompt or ask for fewer tokens.");
    }

    @Override
    public void refuse(Refusal refusal, Exchange exchange) {
        Map<String, String> headers = new HashMap<>(refusal.headers());
        headers.put(Exchange.CONTENT_TYPE, Exchange.JSON);
        exchange.respond(status(refusal.kind()), headers, error(refusal));
    }

    static byte[] error(Refusal refusal) {
        return Json.bytes(g -> {
            g.writeStartObject();
            g.writeObjectFieldStart("error");
            g.writeStringField("message", refusal.message());
            g.writeStringField("type", type(refusal.kind()));
            g.writeStringField("param", refusal.parameter());
            g.writeNumberField("code", status(refusal.kind()));
            g.writeEndObject();
            g.writeEndObject();
        });
    }

    private static int status(Refusal.Kind kind) {
        return switch (kind) {
            case BAD_REQUEST, TOO_LONG -> 400;
            case UNKNOWN_MODEL -> 404;
            case TOO_MANY_REQUESTS -> 429;
            case SERVER_ERROR, LOST -> 500;
            case QUEUE_FULL -> 503;
        };
    }

    private static String type(Refusal.Kind kind) {
        return switch (kind) {
            case BAD_REQUEST, TOO_LONG -> "BadRequestError";
            case UNKNOWN_MODEL -> "NotFoundError";
            case TOO_MANY_REQUESTS -> "TooManyRequestsError";
            case SERVER_ERROR, LOST -> "InternalServerError";
            case QUEUE_FULL -> "ServiceUnavailableError";
        };
    }
}
