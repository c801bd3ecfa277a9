package io.github.llmperf.protocol;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A request as it goes over the wire, by POST.
 *
 * @param url full route
 * @param headers with the key in them: never shown
 * @param body sent as UTF-8
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record WireRequest(URI url, Map<String, String> headers, String body) {

    /**
     * Copies the headers, in order.
     */
    public WireRequest {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** Names the route only, since headers hold secrets and a query may. */
    @Override
    public String toString() {
        return "POST " + url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath() + " (" + body.length()
                + " characters)";
    }
}
