package io.github.llmperf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.llmperf.plan.Target;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A target that refuses, hangs or breaks off, and counts what it was asked. */
public final class RefusingLlm implements TargetSource {

    /** How it treats requests that it does not serve. */
    enum Way {
        /** Says nothing. */
        HANG(0, ""),
        /** Has no room. */
        FULL(429, "{\"error\":{\"message\":\"slow down\"}}"),
        /** Has no room: the words of a gateway. */
        UNAVAILABLE(503, "{\"error\":{\"message\":\"no healthy upstream\"}}"),
        /** Finds the prompt too long. */
        TOO_LONG(
                400,
                "{\"error\":{\"message\":\"This model's maximum context length is 10 tokens\","
                        + "\"code\":\"context_length_exceeded\"}}"),
        /** Breaks off after the head. */
        BREAK_OFF(200, "");

        private final int status;
        private final String body;

        Way(int status, String body) {
            this.status = status;
            this.body = body;
        }
    }

    /** What is not set does not limit. */
    @Retention(RetentionPolicy.RUNTIME)
    @LlmTarget(from = RefusingLlm.class, model = "refusing")
    @interface Refusing {
        Way value();

        /** Treats so the first requests. */
        int first() default 0;

        /** Treats so what comes in the first time after the first request. */
        int firstMillis() default 0;

        /** Treats so each of so many. */
        int each() default Integer.MAX_VALUE;

        /** Treats so what comes while so many are served. */
        int room() default Integer.MAX_VALUE;

        /** How long an answer takes. */
        int answerMillis() default 20;

        String retryAfter() default "";
    }

    /** Requests to the last server of this kind in this JVM. */
    static final AtomicInteger REQUESTS = new AtomicInteger();

    /** Those of them that were not served. */
    static final AtomicInteger REFUSED = new AtomicInteger();

    private static final String STREAM =
            """
            data: {"choices":[{"index":0,"delta":{"content":"Moss"}}]}

            data: {"choices":[{"index":0,"delta":{"content":" grows"},"finish_reason":"stop"}]}

            data: {"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":2}}

            data: [DONE]

            """;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;
    private ExecutorService threads;
    private Refusing how;
    private Semaphore room;
    private long begun;

    @Override
    public Target start(TargetContext context) throws IOException {
        REQUESTS.set(0);
        REFUSED.set(0);
        how = context.annotation(Refusing.class).orElseThrow();
        room = new Semaphore(how.room());
        server = LoopbackServer.bind();
        threads = Executors.newCachedThreadPool();
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
        return Target.at(LoopbackServer.url(server));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            if (!exchange.getRequestURI().getPath().equals("/v1/chat/completions")) {
                send(exchange, 404, "text/plain", "no such page");
            } else if (isRefused()) {
                REFUSED.incrementAndGet();
                refuse(exchange);
            } else {
                serve(exchange);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isRefused() {
        REQUESTS.incrementAndGet();
        return isAmongFirst() || asked.get() % how.each() == 0 || !room.tryAcquire();
    }

    private synchronized boolean isAmongFirst() {
        long now = System.nanoTime();
        begun = asked.getAndIncrement() == 0 ? now : begun;
        return asked.get() <= how.first() || now - begun < TimeUnit.MILLISECONDS.toNanos(how.firstMillis());
    }

    private void refuse(HttpExchange exchange) throws IOException, InterruptedException {
        switch (how.value()) {
            case HANG -> closed.await();
            case BREAK_OFF -> {
                exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().flush();
            }
            default -> {
                if (!how.retryAfter().isEmpty()) {
                    exchange.getResponseHeaders().set("Retry-After", retryAfter());
                }
                send(exchange, how.value().status, "application/json", how.value().body);
            }
        }
    }

    private String retryAfter() {
        return how.retryAfter().equals("date")
                ? DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(5))
                : how.retryAfter();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(how.answerMillis()));
            send(exchange, 200, "text/event-stream", STREAM);
        } finally {
            room.release();
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
