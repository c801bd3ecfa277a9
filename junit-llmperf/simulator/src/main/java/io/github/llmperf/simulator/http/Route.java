package io.github.llmperf.simulator.http;

/** The paths that are served. */
enum Route {
    CHAT("POST", "/v1/chat/completions"),
    COMPLETIONS("POST", "/v1/completions"),
    MODELS("GET", "/v1/models"),
    METRICS("GET", "/metrics"),
    HEALTH("GET", "/health");

    private final String method;
    private final String path;

    Route(String method, String path) {
        this.method = method;
        this.path = path;
    }

    String method() {
        return method;
    }

    String path() {
        return path;
    }

    /** vLLM guards only what lies under /v1. */
    boolean needsKey() {
        return path.startsWith("/v1");
    }
}
