package io.github.llmperf.samples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server with an API of its own: {@code POST /talk} answers with one line per word, or with one value. */
final class TalkServer implements AutoCloseable {

    /** What thinking of a word takes. */
    private static final long TWO_MILLIS = 2_000_000;

    private static final Pattern WORDS = Pattern.compile("\"words\":(\\d+)");

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer http;

    TalkServer() throws IOException {
        // Without it the JDK's server holds each line back until the one before is acknowledged, up to 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/talk", TalkServer::answer);
        http.setExecutor(threads);
        http.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Matcher words = WORDS.matcher(asked);
        int count = words.find() ? Integer.parseInt(words.group(1)) : 1;
        boolean live = asked.contains("\"live\":true");
        exchange.getResponseHeaders().set("Content-Type", live ? "application/x-ndjson" : "application/json");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream body = exchange.getResponseBody()) {
            if (live) {
                for (int word = 1; word <= count; word++) {
                    LockSupport.parkNanos(TWO_MILLIS);
                    write(body, "{\"say\": \" river\", \"word\": " + word + "}\n");
                }
                write(body, "{\"say\": \"\", \"over\": \"enough\", \"waited\": 0.5}\n");
            } else {
                write(
                        body,
                        "{\"say\": \"" + " river".repeat(count) + "\", \"word\": " + count + ", \"waited\": 0.5}\n");
            }
        }
    }

    private static void write(OutputStream body, String line) throws IOException {
        body.write(line.getBytes(StandardCharsets.UTF_8));
        body.flush();
    }
}
