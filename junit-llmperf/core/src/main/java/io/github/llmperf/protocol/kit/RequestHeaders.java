package io.github.llmperf.protocol.kit;

import io.github.llmperf.plan.Target;
import io.github.llmperf.secret.Secret;
import java.util.Map;
import java.util.TreeMap;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Headers by which a target lets requests in; they hold secrets.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class RequestHeaders {

    private RequestHeaders() {}

    /**
     * Returns the target's own headers, and its key as bearer token unless one of them is named authorization.
     *
     * @param target the endpoint
     * @return headers by name, in any case
     */
    public static Map<String, String> of(Target target) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Secret key = target.key();
        if (key != null) {
            headers.put("Authorization", "Bearer " + key.reveal());
        }
        headers.putAll(target.headers());
        return headers;
    }

    /**
     * Returns those of a JSON request; the target's replace the dialect's of the same name.
     *
     * @param target the endpoint
     * @param stream whether the answer is to be streamed
     * @return headers by name, in any case
     */
    public static Map<String, String> ofJson(Target target, boolean stream) {
        Map<String, String> headers = of(target);
        headers.putIfAbsent("Content-Type", "application/json");
        headers.putIfAbsent("Accept", stream ? "text/event-stream, application/json" : "application/json");
        return headers;
    }

    /**
     * Moves the target's key from {@code Authorization} to a header of the API's own, unless the target's headers name one
     * of the two.
     *
     * @param header its name, such as {@code x-api-key}
     * @param target the endpoint
     * @param headers is changed: those of a request, by name in any case
     */
    public static void keyIn(String header, Target target, Map<String, String> headers) {
        Secret key = target.key();
        boolean named = target.headers().keySet().stream().anyMatch("authorization"::equalsIgnoreCase);
        if (key != null && !named) {
            headers.remove("Authorization");
            headers.putIfAbsent(header, key.reveal());
        }
    }
}
