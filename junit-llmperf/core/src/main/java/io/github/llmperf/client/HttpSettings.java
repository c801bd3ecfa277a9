package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.CookieJar;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/** Switches off conveniences of OkHttp that would be measured as the server's behaviour. */
final class HttpSettings {

    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(10);
    private static final int HTTP_PORT = 80;
    private static final String LOGIN = "Proxy-Authorization";

    private HttpSettings() {}

    /** No read timeout: the call's own covers a stall, and a long prefill is no error. */
    static OkHttpClient.Builder of(Target target, TlsSettings tls, Duration timeout, int concurrency) {
        OkHttpClient.Builder http = new OkHttpClient.Builder()
                .protocols(List.of(Protocol.HTTP_1_1))
                .connectionPool(new ConnectionPool(Math.max(1, concurrency), 1, TimeUnit.DAYS))
                .fastFallback(false)
                .retryOnConnectionFailure(false)
                .followRedirects(false)
                .followSslRedirects(false)
                .cookieJar(CookieJar.NO_COOKIES)
                .cache(null)
                .proxy(proxy(target))
                .proxyAuthenticator((route, answer) -> withLogin(target, answer.request()))
                .connectTimeout(connectTimeout(timeout))
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO)
                .callTimeout(timeout);
        tls.applyTo(http);
        return http;
    }

    /** Called before a tunnel is opened, and again when the proxy refuses: refused credentials are not sent again. */
    private static @Nullable Request withLogin(Target target, Request request) {
        if (request.header(LOGIN) != null) {
            return null;
        }
        return target.headers().entrySet().stream()
                .filter(header -> HttpRequests.isForProxy(header.getKey()))
                .map(header ->
                        request.newBuilder().header(LOGIN, header.getValue()).build())
                .findFirst()
                .orElse(null);
    }

    static Duration connectTimeout(Duration timeout) {
        return timeout.compareTo(LONGEST_CONNECT) < 0 ? timeout : LONGEST_CONNECT;
    }

    private static Proxy proxy(Target target) {
        URI proxy = target.connection().proxy();
        boolean hasLogin = target.headers().keySet().stream().anyMatch(HttpRequests::isForProxy);
        if (proxy == null && hasLogin) {
            throw new IllegalArgumentException(
                    "header Proxy-Authorization must stand beside a proxy, but there is none;"
                            + " set proxy, or remove the header");
        }
        if (proxy == null) {
            return Proxy.NO_PROXY;
        }
        if (proxy.getHost() == null) {
            throw new IllegalArgumentException(
                    "proxy must be a url, as in \"http://localhost:3128\", but is \"" + proxy + "\"");
        }
        int port = proxy.getPort() < 0 ? HTTP_PORT : proxy.getPort();
        return new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(proxy.getHost(), port));
    }
}
