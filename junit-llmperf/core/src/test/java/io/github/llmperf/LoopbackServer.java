package io.github.llmperf;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Makes the JDK's server into one that tests can measure. */
final class LoopbackServer {

    private static final int BACKLOG = 128;
    private static final long MOMENT = TimeUnit.MILLISECONDS.toNanos(4);

    static {
        // Without it every answer waits 40 ms for the peer's delayed acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private LoopbackServer() {}

    /** Binds a server to any free port; it is not started. */
    static HttpServer bind() throws IOException {
        return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    }

    static String url(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /**
     * Lets a server take a moment for each answer, as every real one does. A user without think time before a server that
     * takes none keeps all processors busy, and a load generator that does is no good: the run would be INVALID.
     */
    static HttpHandler unhurried(HttpHandler handler) {
        return exchange -> {
            LockSupport.parkNanos(MOMENT);
            handler.handle(exchange);
        };
    }
}
