package io.github.llmperf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/**
 * A server with pages of metrics and a profiler. It can hold its answers until its metrics were read so often, so that what
 * is read in the course of a load does not depend on any clock. All requests but those for metrics are kept by their path.
 */
final class WatchedLlm implements AutoCloseable {

    private static final long PATIENCE_MILLIS = 20_000;
    private static final String CHAT = "/v1/chat/completions";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private int answers;
    private int readings;
    private int wanted;
    private int heldSince = -1;

    private WatchedLlm() throws IOException {
        server = LoopbackServer.bind();
        server.setExecutor(threads);
        server.createContext(CHAT, LoopbackServer.unhurried(this::answer));
        server.start();
    }

    static WatchedLlm start() {
        try {
            return new WatchedLlm();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a page of metrics, by the number of answers given before. */
    WatchedLlm page(String path, IntFunction<String> text) {
        server.createContext(path, exchange -> {
            int before;
            synchronized (this) {
                readings++;
                notifyAll();
                before = answers;
            }
            send(exchange, 200, "text/plain", text.apply(before));
        });
        return this;
    }

    /** Adds a profiler. */
    WatchedLlm profiler(int status) {
        for (String path : List.of("/start_profile", "/stop_profile")) {
            server.createContext(path, exchange -> {
                asked.add(path);
                send(exchange, status, "text/plain", "");
            });
        }
        return this;
    }

    /** Holds all answers from the fourth on until metrics were read so often since then. */
    WatchedLlm holdingUntil(int manyReadings) {
        wanted = manyReadings;
        return this;
    }

    /** Begins anew: nothing was asked yet. */
    synchronized void forget() {
        asked.clear();
        answers = 0;
        readings = 0;
        heldSince = -1;
    }

    String url() {
        return LoopbackServer.url(server);
    }

    synchronized int readings() {
        return readings;
    }

    List<String> asked() {
        return List.copyOf(asked);
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.add(CHAT);
        await();
        synchronized (this) {
            answers++;
        }
        send(
                exchange,
                200,
                "text/event-stream",
                "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Moss\"}}]}\n\n"
                        + "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\" grows\"},\"finish_reason\":\"stop\"}]}"
                        + "\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":2}}\n\n"
                        + "data: [DONE]\n\n");
    }

    private synchronized void await() {
        long giveUp = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
        try {
            if (answers > 3 && heldSince < 0) {
                heldSince = readings;
            }
            while (answers > 3 && readings < heldSince + wanted && System.nanoTime() < giveUp) {
                wait(PATIENCE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
