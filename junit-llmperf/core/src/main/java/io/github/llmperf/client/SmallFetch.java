package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.kit.RequestHeaders;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import okio.Source;

/**
 * Gets small texts beside the load: metrics, a list of models. A text that cannot be read is absent, never an error.
 */
final class SmallFetch {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final long LIMIT = 8L << 20;
    private static final long READ = 8192;

    private SmallFetch() {}

    /** Sends the target's headers and key to the target's own host only. */
    static Optional<String> get(Target target, URI url) {
        OkHttpClient http =
                HttpSettings.of(target, TlsSettings.of(target), TIMEOUT, 1).build();
        try {
            Request.Builder request = new Request.Builder().url(url.toString());
            HttpRequests.addHeaders(request, isSameServer(target.url(), url) ? RequestHeaders.of(target) : Map.of());
            try (Response response = http.newCall(request.build()).execute()) {
                return response.code() == 200 ? body(response) : Optional.empty();
            }
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        } finally {
            http.connectionPool().evictAll();
        }
    }

    private static Optional<String> body(Response response) throws IOException {
        Source source = BodySource.of(response);
        Buffer buffer = new Buffer();
        while (source.read(buffer, READ) >= 0) {
            if (buffer.size() > LIMIT) {
                return Optional.empty();
            }
        }
        return Optional.of(buffer.readString(StandardCharsets.UTF_8));
    }

    static boolean isSameServer(URI one, URI other) {
        return one.getScheme().equalsIgnoreCase(other.getScheme())
                && one.getRawAuthority().equalsIgnoreCase(other.getRawAuthority());
    }
}
