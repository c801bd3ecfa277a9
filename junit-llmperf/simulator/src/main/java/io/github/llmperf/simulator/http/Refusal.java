package io.github.llmperf.simulator.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A request that gets an error instead of an answer. Each face says it in its own words and shape. */
final class Refusal extends Exception {

    private static final long serialVersionUID = 1;

    private final Kind kind;
    private final @Nullable String parameter;
    private final int retryAfterSeconds;

    /** Why. */
    enum Kind {
        BAD_REQUEST,
        TOO_LONG,
        UNKNOWN_MODEL,
        TOO_MANY_REQUESTS,
        QUEUE_FULL,
        /** Failed before there was an answer. */
        SERVER_ERROR,
        /** Failed in the middle of the answer. */
        LOST
    }

    private Refusal(Kind kind, @Nullable String parameter, int retryAfterSeconds, String message) {
        // What a client sent may come back here, and half a surrogate pair has no UTF-8.
        super(new String(message.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
        this.kind = kind;
        this.parameter = parameter;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    private static Refusal of(Kind kind, String message) {
        return new Refusal(kind, null, -1, message);
    }

    static Refusal badRequest(@Nullable String parameter, String message) {
        return new Refusal(Kind.BAD_REQUEST, parameter, -1, message);
    }

    static Refusal tooLong(@Nullable String parameter, String message) {
        return new Refusal(Kind.TOO_LONG, parameter, -1, message);
    }

    static Refusal unknownModel(String model) {
        return new Refusal(Kind.UNKNOWN_MODEL, "model", -1, "The model `" + model + "` does not exist.");
    }

    static Refusal tooManyRequests(int retryAfterSeconds) {
        return new Refusal(Kind.TOO_MANY_REQUESTS, null, retryAfterSeconds, "Too many requests: an injected fault.");
    }

    static Refusal serverError() {
        return of(Kind.SERVER_ERROR, "The engine failed: an injected fault.");
    }

    static Refusal lost() {
        return of(Kind.LOST, "The engine lost this request: an injected fault.");
    }

    static Refusal queueFull() {
        return of(Kind.QUEUE_FULL, "The request queue is full.");
    }

    Kind kind() {
        return kind;
    }

    @Nullable
    String parameter() {
        return parameter;
    }

    String message() {
        return Objects.requireNonNull(getMessage());
    }

    /** Returns what the head of the answer says besides its content type. */
    Map<String, String> headers() {
        return retryAfterSeconds < 0 ? Map.of() : Map.of("retry-after", Integer.toString(retryAfterSeconds));
    }
}
