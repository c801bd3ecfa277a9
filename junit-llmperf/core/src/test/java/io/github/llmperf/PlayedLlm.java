package io.github.llmperf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.llmperf.plan.Target;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/** A target that plays an answer for each request, over real time: what it plays was said before it starts. */
public final class PlayedLlm implements TargetSource {

    @Retention(RetentionPolicy.RUNTIME)
    @LlmTarget(from = PlayedLlm.class, model = "played")
    @interface Played {}

    private static volatile IntFunction<Playing> manner = number -> Playing.HEALTHY;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;
    private ExecutorService threads;

    /** Says how the requests of the next starts are answered; the first of each start is number 0. */
    static void willPlay(IntFunction<Playing> answers) {
        manner = answers;
    }

    @Override
    public Target start(TargetContext context) throws IOException {
        IntFunction<Playing> answers = manner;
        server = LoopbackServer.bind();
        threads = Executors.newCachedThreadPool();
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, answers));
        server.start();
        return Target.at(LoopbackServer.url(server));
    }

    private void answer(HttpExchange exchange, IntFunction<Playing> answers) throws IOException {
        exchange.getRequestBody().readAllBytes();
        if (!exchange.getRequestURI().getPath().equals("/v1/chat/completions")) {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
            return;
        }
        Playing playing = answers.apply(asked.getAndIncrement());
        if (playing.ending() == Playing.Ending.HANG) {
            awaitClose();
        }
        if (playing.status() != 200) {
            exchange.sendResponseHeaders(playing.status(), -1);
            exchange.close();
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        play(playing, exchange.getResponseBody());
        exchange.close();
    }

    private void awaitClose() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void play(Playing playing, OutputStream out) throws IOException {
        long begin = System.nanoTime();
        if (!playing.early().isEmpty()) {
            write(out, playing.early());
        }
        int sent = 0;
        while (sent < playing.tokens()) {
            int now = Math.min(playing.bundle(), playing.tokens() - sent);
            sleepUntil(begin, playing.millisOf(sent + now - 1));
            write(out, playing.delta("\"content\":\"" + " moss".repeat(now) + "\"", "null"));
            sent += now;
            if (sent >= playing.tokens() / 2) {
                breakOff(playing);
            }
        }
        sleepUntil(begin, playing.millisOf(0));
        write(out, playing.end());
    }

    private void breakOff(Playing playing) throws IOException {
        if (playing.ending() == Playing.Ending.RESET) {
            throw new IOException("breaks off");
        }
        if (playing.ending() == Playing.Ending.STALL) {
            awaitClose();
        }
    }

    private static void sleepUntil(long begin, double millis) {
        long due = begin + (long) (millis * TimeUnit.MILLISECONDS.toNanos(1));
        for (long left = due - System.nanoTime();
                left > 0 && !Thread.currentThread().isInterrupted();
                left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
