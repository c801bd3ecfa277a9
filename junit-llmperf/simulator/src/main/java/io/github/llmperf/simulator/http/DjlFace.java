package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.http.CompletionRequest.Form;
import io.github.llmperf.simulator.http.CompletionRequest.Length;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * {@code /invocations} and {@code /predictions} of DJL Serving 0.28 with LMI. The front end refuses with its exception's
 * name; what the model's process refuses or loses is a failed dependency. A body with {@code messages} is answered as an
 * OpenAI chat, and not streamed.
 *
 * @param model named by the path; null if it names none
 * @param chat whether the body has messages
 */
record DjlFace(@Nullable String model, boolean chat) implements Face {

    private static final int DEFAULT_TOKENS = 30;

    /** The face of a path. */
    DjlFace(@Nullable String model) {
        this(model, false);
    }

    @Override
    public Face of(JsonFields body) {
        return body.get("messages") == null ? this : new DjlFace(model, true);
    }

    @Override
    public CompletionRequest read(JsonFields body) throws Refusal {
        return chat ? readChat(body) : readInputs(body);
    }

    private CompletionRequest readInputs(JsonFields body) throws Refusal {
        JsonFields parameters = body.objectOrEmpty("parameters");
        OptionalInt most =
                OptionalInt.of(parameters.integer("max_new_tokens", 1).orElse(DEFAULT_TOKENS));
        return new CompletionRequest(
                model,
                PromptReader.ofInputs(body),
                Length.of(most, parameters.integer("min_new_tokens", 0), parameters.flag("ignore_eos_token", false)),
                new Form(
                        body.flag("stream", false),
                        false,
                        false,
                        parameters.flag("details", false),
                        parameters.flag("return_full_text", false)));
    }

    private CompletionRequest readChat(JsonFields body) throws Refusal {
        CompletionRequest read = OpenAiFace.CHAT.read(body);
        if (read.form().stream()) {
            throw Refusal.badRequest("stream", "stream must be false with messages: they are not streamed here");
        }
        return new CompletionRequest(model == null ? read.model() : model, read.prompt(), read.length(), read.form());
    }

    @Override
    public AnswerShape shape(Asked asked) {
        return chat ? OpenAiFace.CHAT.shape(asked) : new DjlShape(asked);
    }

    @Override
    public Refusal tooLong(int promptTokens, int outputTokens, int most) {
        return OpenAiFace.CHAT.tooLong(promptTokens, outputTokens, most);
    }

    @Override
    public void refuse(Refusal refusal, Exchange exchange) {
        Map<String, String> headers = new HashMap<>(refusal.headers());
        headers.put(Exchange.CONTENT_TYPE, Exchange.JSON);
        int status = status(refusal.kind());
        exchange.respond(status, headers, status == 424 ? failed(refusal) : thrown(refusal, status));
    }

    private static byte[] failed(Refusal refusal) {
        return Json.bytes(g -> {
            g.writeStartObject();
            g.writeStringField("error", refusal.message());
            g.writeNumberField("code", 424);
            g.writeEndObject();
        });
    }

    private static byte[] thrown(Refusal refusal, int status) {
        return Json.bytes(g -> {
            g.writeStartObject();
            g.writeNumberField("code", status);
            g.writeStringField("type", exception(refusal.kind()));
            g.writeStringField("message", refusal.message());
            g.writeEndObject();
        });
    }

    private static int status(Refusal.Kind kind) {
        return switch (kind) {
            case BAD_REQUEST -> 400;
            case UNKNOWN_MODEL -> 404;
            case TOO_LONG, LOST -> 424;
            case TOO_MANY_REQUESTS -> 429;
            case SERVER_ERROR -> 500;
            case QUEUE_FULL -> 503;
        };
    }

    private static String exception(Refusal.Kind kind) {
        return switch (kind) {
            case UNKNOWN_MODEL -> "ModelNotFoundException";
            case TOO_MANY_REQUESTS, QUEUE_FULL -> "WlmCapacityException";
            case SERVER_ERROR -> "EngineException";
            default -> "BadRequestException";
        };
    }
}
