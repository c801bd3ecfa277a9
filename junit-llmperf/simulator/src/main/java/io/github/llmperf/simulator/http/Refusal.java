package io.github.llmperf.simulator.http;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A request that gets an error instead of an answer, in vLLM's words and shape. */
final class Refusal extends Exception {

    private static final long serialVersionUID = 1;

    private final int status;
    private final String type;
    private final @Nullable String parameter;

    private Refusal(int status, String type, @Nullable String parameter, String message) {
        // What a client sent may come back here, and half a surrogate pair has no UTF-8.
        super(new String(message.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
        this.status = status;
        this.type = type;
        this.parameter = parameter;
    }

    static Refusal badRequest(@Nullable String parameter, String message) {
        return new Refusal(400, "BadRequestError", parameter, message);
    }

    static Refusal unknownModel(String model) {
        return new Refusal(404, "NotFoundError", "model", "The model `" + model + "` does not exist.");
    }

    static Refusal tooManyRequests() {
        return new Refusal(429, "TooManyRequestsError", null, "Too many requests: an injected fault.");
    }

    static Refusal serverError(String message) {
        return new Refusal(500, "InternalServerError", null, message);
    }

    static Refusal queueFull() {
        return new Refusal(503, "ServiceUnavailableError", null, "The request queue is full.");
    }

    int status() {
        return status;
    }

    byte[] body() {
        return Json.bytes(g -> {
            g.writeStartObject();
            g.writeObjectFieldStart("error");
            g.writeStringField("message", Objects.requireNonNull(getMessage()));
            g.writeStringField("type", type);
            g.writeStringField("param", parameter);
            g.writeNumberField("code", status);
            g.writeEndObject();
            g.writeEndObject();
        });
    }
}
