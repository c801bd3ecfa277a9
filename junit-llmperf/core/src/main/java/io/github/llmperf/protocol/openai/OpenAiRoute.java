package io.github.llmperf.protocol.openai;

import io.github.llmperf.plan.RefusedSetting;
import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.kit.Urls;
import java.net.URI;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The two routes of the OpenAI API that nearly all servers offer. */
@API(status = Status.INTERNAL, since = "0.1")
public enum OpenAiRoute {
    /** Conversations. */
    CHAT("openai-chat", "/chat/completions"),
    /** Plain prompts. */
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

    /** Refuses the other route, which would answer with errors or in another shape. */
    void check(Target target) {
        String known = Urls.path(target.url());
        boolean chat = known.endsWith(CHAT.path);
        if (this == CHAT ? !chat && known.endsWith("/v1" + COMPLETIONS.path) : chat) {
            throw new RefusedSetting(
                    "api",
                    "must be \"" + (chat ? CHAT : COMPLETIONS).dialect
                            + "\" with a url that ends in " + (chat ? CHAT : COMPLETIONS).path + ", but is \"" + dialect
                            + "\"; set it, or use the base url, to which the route is added");
        }
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
