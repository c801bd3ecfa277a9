package io.github.llmperf;

import com.sun.net.httpserver.HttpHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets a server of tests take a moment for each answer, as every real one does. A user without think time before a server
 * that takes none keeps all processors busy, and a load generator that does is no good: the run would be INVALID.
 */
final class Unhurried {

    private static final long MOMENT = TimeUnit.MILLISECONDS.toNanos(4);

    private Unhurried() {}

    static HttpHandler answering(HttpHandler handler) {
        return exchange -> {
            LockSupport.parkNanos(MOMENT);
            handler.handle(exchange);
        };
    }
}
