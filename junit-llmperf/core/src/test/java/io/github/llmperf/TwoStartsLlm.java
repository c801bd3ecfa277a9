package io.github.llmperf;

import com.sun.net.httpserver.HttpServer;
import io.github.llmperf.plan.Target;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Two targets of one source that state how long they took to their first token: a time for each start of each, so that a
 * start has luck of its own. What happens is kept, and how many ran at once.
 */
public final class TwoStartsLlm implements TargetSource {

    /** What happened, in its order. */
    static final List<String> EVENTS = new ArrayList<>();

    /** Stands for a start after which nothing listens. */
    static final double UNREACHABLE = -4;

    private static final Map<String, List<Double>> SAID = new HashMap<>();
    private static final Map<String, Deque<Double>> MILLIS = new HashMap<>();
    private static int running;
    private static int mostRunning;

    @Retention(RetentionPolicy.RUNTIME)
    @LlmTarget(from = TwoStartsLlm.class, model = "restarted")
    @interface TwoStarts {}

    private HttpServer server;
    private String name = "nothing";

    /** Says the times to the first token in ms, one for each start to come. */
    static void willTake(String name, double... millis) {
        List<Double> said = new ArrayList<>();
        for (double each : millis) {
            said.add(each);
        }
        SAID.put(name, said);
        again();
    }

    /** Begins anew with what was said last. */
    static void again() {
        MILLIS.clear();
        SAID.forEach((name, millis) -> MILLIS.put(name, new ArrayDeque<>(millis)));
        EVENTS.clear();
        running = 0;
        mostRunning = 0;
    }

    static int running() {
        return running;
    }

    static int mostRunning() {
        return mostRunning;
    }

    @Override
    public List<String> targets(TargetContext context) {
        return List.of("candidate", "production");
    }

    @Override
    public Target start(TargetContext context) throws Exception {
        name = context.target().orElseThrow();
        EVENTS.add("start " + name);
        double millis = MILLIS.get(name).remove();
        if (millis == RestartedLlm.FAILS) {
            throw new IllegalStateException("no GPU is left");
        }
        if (millis == RestartedLlm.INTERRUPTED) {
            throw new InterruptedException("the build ends");
        }
        if (millis == UNREACHABLE) {
            try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return Target.at("http://127.0.0.1:" + closed.getLocalPort());
            }
        }
        server = RestartedLlm.serve(millis);
        mostRunning = Math.max(mostRunning, ++running);
        return Target.at(LoopbackServer.url(server)).withLabel("release", name);
    }

    @Override
    public void close() {
        EVENTS.add("close " + name);
        if (server != null) {
            running--;
            server.stop(0);
        }
    }
}
