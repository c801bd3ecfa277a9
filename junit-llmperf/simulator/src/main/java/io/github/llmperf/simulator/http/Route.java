package io.github.llmperf.simulator.http;

import java.util.Optional;

/** The paths that are served. */
enum Route {
    CHAT("POST", "/v1/chat/completions"),
    COMPLETIONS("POST", "/v1/completions"),
    /** Of TGI and of vLLM's plain server. */
    GENERATE("POST", "/generate"),
    GENERATE_STREAM("POST", "/generate_stream"),
    COMPAT("POST", "/"),
    INVOCATIONS("POST", "/invocations"),
    /** Followed by the name of the model. */
    PREDICTIONS("POST", "/predictions/"),
    START_PROFILE("POST", "/start_profile"),
    STOP_PROFILE("POST", "/stop_profile"),
    MODELS("GET", "/v1/models"),
    VERSION("GET", "/version"),
    METRICS("GET", "/metrics"),
    HEALTH("GET", "/health");

    private final String method;
    private final String path;

    Route(String method, String path) {
        this.method = method;
        this.path = path;
    }

    /** Finds the route of a path. */
    static Optional<Route> of(String path) {
        for (Route route : values()) {
            if (route == PREDICTIONS ? path.startsWith(route.path) : path.equals(route.path)) {
                return Optional.of(route);
            }
        }
        return Optional.empty();
    }

    String method() {
        return method;
    }

    /** Returns whose answers are given; empty where nothing is generated. */
    Optional<Face> face(String ofRequest) {
        return switch (this) {
            case CHAT -> Optional.of(OpenAiFace.CHAT);
            case COMPLETIONS -> Optional.of(OpenAiFace.COMPLETIONS);
            case GENERATE -> Optional.of(TgiFace.GENERATE);
            case GENERATE_STREAM -> Optional.of(TgiFace.GENERATE_STREAM);
            case COMPAT -> Optional.of(TgiFace.COMPAT);
            case INVOCATIONS -> Optional.of(new DjlFace(null));
            case PREDICTIONS -> Optional.of(new DjlFace(ofRequest.substring(path.length())));
            default -> Optional.empty();
        };
    }

    /** vLLM guards only what lies under /v1, TGI its own routes, DJL Serving none. */
    boolean needsKey() {
        return path.startsWith("/v1") || isOfTgi();
    }

    boolean isOfTgi() {
        return this == GENERATE || this == GENERATE_STREAM || this == COMPAT;
    }
}
