package io.github.llmperf.protocol.gemini;

import io.github.llmperf.plan.RefusedSetting;
import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.kit.Urls;
import java.net.URI;

/** Where requests go: Gemini has one route for streams and one for whole answers, both with the model in them. */
enum GeminiRoute {
    STREAM(":streamGenerateContent"),
    WHOLE(":generateContent");

    private static final String VERSION = "/v1beta";

    private final String verb;

    GeminiRoute(String verb) {
        this.verb = verb;
    }

    /**
     * Adds the route to a base, whose path is empty or ends in a version; any other url is full and stays as it is, also
     * without {@code alt=sse}, which makes an array of the stream.
     *
     * @throws IllegalArgumentException if a base lacks the model, or a full url is the route of the other mode
     */
    static URI of(Target target, boolean stream) {
        GeminiRoute route = stream ? STREAM : WHOLE;
        String path = Urls.path(target.url());
        if (Urls.isBase(target.url()) || path.endsWith(VERSION)) {
            URI full = Urls.withPath(target.url(), (path.isEmpty() ? VERSION : path) + route.resource(target));
            return stream ? asEvents(full) : full;
        }
        GeminiRoute other = stream ? WHOLE : STREAM;
        if (path.endsWith(other.verb)) {
            throw new RefusedSetting(
                    "url",
                    "must end in \"" + route.verb + "\" when stream is "
                            + (stream ? "ON" : "OFF") + ", but ends in \"" + other.verb
                            + "\"; change stream, or give the base url and the model");
        }
        return target.url();
    }

    private String resource(Target target) {
        String model = target.model();
        if (model == null || model.isBlank()) {
            throw new RefusedSetting(
                    "model",
                    "must be set with api \"" + GeminiDialect.NAME
                            + "\" and a base url, since the route names it; set model, or give the full url");
        }
        boolean named = model.startsWith("models/") || model.startsWith("tunedModels/");
        return "/" + Urls.encode(named ? model : "models/" + model, "/") + verb;
    }

    private static URI asEvents(URI url) {
        String query = url.getRawQuery();
        if (query != null && ("&" + query).contains("&alt=")) {
            return url;
        }
        return URI.create(url + (query == null ? "?" : "&") + "alt=sse");
    }
}
