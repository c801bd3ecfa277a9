package io.github.llmperf.engines;

import io.github.llmperf.Api;
import io.github.llmperf.plan.Target;

/** Routes of aimock other than chat, all with the same fixtures. */
enum AimockRoute {
    OLLAMA_CHAT(Api.OLLAMA_CHAT, 0),
    OLLAMA_GENERATE(Api.OLLAMA_GENERATE, 0),
    ANTHROPIC_MESSAGES(Api.ANTHROPIC_MESSAGES, 2),
    GEMINI(Api.GEMINI, 0);

    private final String api;
    private final int eventsBeforeFirstToken;

    AimockRoute(String api, int eventsBeforeFirstToken) {
        this.api = api;
        this.eventsBeforeFirstToken = eventsBeforeFirstToken;
    }

    String api() {
        return api;
    }

    /** Events without output that start an answer; each but the first takes the time of a token. */
    int eventsBeforeFirstToken() {
        return eventsBeforeFirstToken;
    }

    Target target(Aimock aimock) {
        return Target.at(aimock.url()).withModel("any").withApi(api);
    }
}
