package io.github.llmperf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.llmperf.plan.Target;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A target that states how long it took to its first token: a time for each of its starts, so that what trials come to is
 * known beforehand.
 */
public final class RestartedLlm implements TargetSource {

    /** Says the times to the first token in ms, one for each start to come. */
    static final List<Double> MILLIS = new ArrayList<>();

    /** What was said last, for a test that is tried again. */
    private static final List<Double> SAID = new ArrayList<>();

    /** What happened, in its order. */
    static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    /** All that was asked, to find what came twice. */
    static final Set<String> ASKED = ConcurrentHashMap.newKeySet();

    /** Stands for a start that fails. */
    static final double FAILS = -1;

    /** Stands for a start that is interrupted. */
    static final double INTERRUPTED = -2;

    /** Stands for a start of a server that answers nothing. */
    static final double BROKEN = -3;

    @Retention(RetentionPolicy.RUNTIME)
    @LlmTarget(from = RestartedLlm.class, model = "restarted")
    @interface Restarted {}

    private HttpServer server;

    static void willTake(double... millis) {
        SAID.clear();
        for (double each : millis) {
            SAID.add(each);
        }
        again();
    }

    /** How often it was started since {@link #willTake}. */
    static long starts() {
        return EVENTS.stream().filter("start"::equals).count();
    }

    /** Begins anew with what was said last. */
    static void again() {
        MILLIS.clear();
        MILLIS.addAll(SAID);
        EVENTS.clear();
        ASKED.clear();
    }

    @Override
    public Target start(TargetContext context) throws Exception {
        EVENTS.add("start");
        double millis = MILLIS.remove(0);
        if (millis == FAILS) {
            throw new IllegalStateException("no GPU is left");
        }
        if (millis == INTERRUPTED) {
            throw new InterruptedException("the build ends");
        }
        server = serve(millis);
        return Target.at(LoopbackServer.url(server));
    }

    static HttpServer serve(double millis) throws IOException {
        HttpServer server = LoopbackServer.bind();
        server.createContext("/v1/chat/completions", exchange -> answer(exchange, millis));
        server.start();
        return server;
    }

    private static void answer(HttpExchange exchange, double millis) throws IOException {
        ASKED.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        if (millis == BROKEN) {
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
            return;
        }
        exchange.getResponseHeaders().set("x-queue-time", "0");
        exchange.getResponseHeaders().set("x-prefill-time", Double.toString(millis));
        exchange.getResponseHeaders().set("x-decoding-time", "100");
        exchange.getResponseHeaders().set("x-inference-time", Double.toString(millis + 100));
        exchange.getResponseHeaders().set("x-generated-tokens", "25");
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        byte[] body =
                "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"Moss\"}}]}".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        EVENTS.add("close");
        if (server != null) {
            server.stop(0);
        }
    }
}
