package io.github.llmperf.client;

import io.github.llmperf.client.prometheus.PrometheusText;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Times;
import io.github.llmperf.protocol.kit.RequestHeaders;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import okio.Source;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Reads pages of metrics again and again, over connections of its own. The target's key goes to the target's host only. */
@API(status = Status.INTERNAL, since = "0.1")
public final class MetricsPages implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final long LIMIT = 4L << 20;
    private static final long READ = 8192;

    private final Target target;
    private final OkHttpClient http;

    /** Opens no connection yet. */
    public MetricsPages(Target target) {
        this.target = target;
        http = HttpSettings.of(
                        target,
                        TlsSettings.of(target),
                        TIMEOUT,
                        target.metricsPages().size())
                .build();
    }

    /**
     * Reads a page, which takes 2 s at most.
     *
     * @param url where it is
     * @return what stands there, or why it could not be read
     */
    public MetricsPage read(URI url) {
        try {
            Request.Builder request = new Request.Builder().url(url.toString());
            HttpRequests.addHeaders(
                    request, SmallFetch.isSameServer(target.url(), url) ? RequestHeaders.of(target) : Map.of());
            try (Response response = http.newCall(request.build()).execute()) {
                return response.code() == 200
                        ? page(response)
                        : new MetricsPage.Unread("it answers with HTTP " + response.code());
            }
        } catch (InterruptedIOException e) {
            return new MetricsPage.Unread("no answer within " + Times.text(TIMEOUT));
        } catch (IOException | IllegalArgumentException e) {
            return new MetricsPage.Unread(why(e));
        }
    }

    private MetricsPage page(Response response) throws IOException {
        Source source = BodySource.of(response);
        Buffer buffer = new Buffer();
        while (source.read(buffer, READ) >= 0) {
            if (buffer.size() > LIMIT) {
                return new MetricsPage.Unread("its page is larger than " + (LIMIT >> 20) + " MB");
            }
        }
        return new MetricsPage.Read(PrometheusText.read(buffer.readString(StandardCharsets.UTF_8)));
    }

    private String why(Exception e) {
        String text = FailureText.words(e);
        return target.maskSecrets(text.lines().findFirst().orElse(text));
    }

    /** Ends what is being read at this moment; may be called from any thread. */
    public void cancel() {
        http.dispatcher().cancelAll();
    }

    @Override
    public void close() {
        cancel();
        http.connectionPool().evictAll();
    }
}
