package io.github.llmperf.client;

import io.github.llmperf.protocol.WireRequest;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/** Requests as OkHttp takes them. */
final class HttpRequests {

    private HttpRequests() {}

    static Request of(WireRequest wire, ConnectTimes connect) {
        RequestBody body = new OneShotBody(wire.body().getBytes(StandardCharsets.UTF_8));
        Request.Builder request = new Request.Builder().url(wire.url().toString());
        Map<String, String> headers = new LinkedHashMap<>(wire.headers());
        if (TlsSettings.isHttps(wire.url())) {
            headers.keySet().removeIf(HttpRequests::isForProxy);
        }
        addHeaders(request, headers);
        return request.post(body).tag(ConnectTimes.class, connect).build();
    }

    /**
     * Adds headers, and those that keep OkHttp from adding its own.
     *
     * @throws IllegalArgumentException if one cannot be sent; its value is not shown
     */
    static void addHeaders(Request.Builder request, Map<String, String> headers) {
        request.header("Accept-Encoding", "identity").header("User-Agent", "junit-llmperf");
        headers.forEach((name, value) -> addHeader(request, name, value));
    }

    /** Returns whether a header is for the proxy: inside a tunnel the server would get it instead. */
    static boolean isForProxy(String name) {
        return "Proxy-Authorization".equalsIgnoreCase(name);
    }

    private static void addHeader(Request.Builder request, String name, String value) {
        if (!isPlain(name) || name.isEmpty() || !isPlain(value)) {
            throw new IllegalArgumentException(
                    "header must be plain ASCII without line breaks, but the name or value of \"" + name + "\" is not");
        }
        request.header(name, value);
    }

    private static boolean isPlain(@Nullable String text) {
        return text != null && text.chars().allMatch(c -> c == '\t' || (c >= ' ' && c < 0x7F));
    }
}
