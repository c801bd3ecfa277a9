package io.github.llmperf.protocol;

import io.github.llmperf.plan.Target;
import java.net.URI;

/** The two routes of the OpenAI API that nearly all servers offer. */
enum OpenAiRoute {
    CHAT("openai-chat", "/chat/completions"),
    COMPLETIONS("openai-completions", "/completions");

    private final String dialect;
    private final String path;

    OpenAiRoute(String dialect, String path) {
        this.dialect = dialect;
        this.path = path;
    }

    String dialect() {
        return dialect;
    }

    URI of(Target target) {
        String known = Urls.path(target.url());
        return Urls.isBase(target.url()) ? Urls.withPath(target.url(), base(known) + path) : target.url();
    }

    URI models(Target target) {
        String known = Urls.path(target.url());
        String base = known.endsWith(path) ? known.substring(0, known.length() - path.length()) : base(known);
        return Urls.withPath(target.url(), base + "/models");
    }

    private static String base(String known) {
        return known.endsWith("/v1") ? known : "/v1";
    }
}
