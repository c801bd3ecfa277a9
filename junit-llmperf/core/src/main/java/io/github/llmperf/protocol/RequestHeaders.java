package io.github.llmperf.protocol;

import io.github.llmperf.plan.Target;
import java.util.Map;
import java.util.TreeMap;

/** Headers of a JSON request; those of the target replace the dialect's of the same name. */
final class RequestHeaders {

    private RequestHeaders() {}

    static Map<String, String> of(Target target, boolean stream) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Content-Type", "application/json");
        headers.put("Accept", stream ? "text/event-stream, application/json" : "application/json");
        if (target.key() != null) {
            headers.put("Authorization", "Bearer " + target.key().reveal());
        }
        headers.putAll(target.headers());
        return headers;
    }
}
