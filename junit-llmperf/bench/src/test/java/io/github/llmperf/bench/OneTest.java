package io.github.llmperf.bench;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.llmperf.LlmLoad;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs a load test of one request and says when its requests came.
 *
 * @param directory of results and stored runs
 */
record OneTest(Path directory) {

    private static final String ANSWER =
            """
            data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}

            data: {"choices":[{"index":0,"delta":{"content":" you"},"finish_reason":"stop"}]}

            data: [DONE]

            """;

    /** What is run. */
    static class OneRequest {
        @LlmLoad(requests = 1, warmup = "0", maxNewTokens = 2)
        void isAnswered() {}
    }

    /**
     * Times after the start of the method, in ms.
     *
     * @param toProbe until the probe's request
     * @param toLoad until the load's first request
     */
    record Begin(double toProbe, double toLoad) {

        private static final Pattern SAID = Pattern.compile("begin ([0-9.]+) ([0-9.]+)");

        static Begin in(String text) {
            Matcher said = SAID.matcher(text);
            if (!said.find()) {
                throw new IllegalStateException("times must be told, but the JVM said: " + text);
            }
            return new Begin(Double.parseDouble(said.group(1)), Double.parseDouble(said.group(2)));
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "begin %.3f %.3f", toProbe, toLoad);
        }
    }

    Begin run() throws IOException {
        return run(Map.of());
    }

    /** Stores a run, so that later ones find a file to read. */
    void record() throws IOException {
        run(Map.of("llmperf.baseline", "record", "llmperf.requests", "100"));
    }

    private Begin run(Map<String, String> parameters) throws IOException {
        List<Long> requests = new CopyOnWriteArrayList<>();
        AtomicLong begun = new AtomicLong();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService threads = Executors.newCachedThreadPool();
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, requests));
        server.start();
        try {
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(selectClass(OneRequest.class))
                    .configurationParameter(
                            "llmperf.target.url",
                            "http://127.0.0.1:" + server.getAddress().getPort())
                    .configurationParameter("llmperf.target.model", "m")
                    .configurationParameter(
                            "llmperf.output", directory.resolve("results").toString())
                    .configurationParameter(
                            "llmperf.baseline.dir",
                            directory.resolve("baselines").toString())
                    .configurationParameters(parameters)
                    .build();
            LauncherFactory.create().execute(request, new TestExecutionListener() {
                @Override
                public void executionStarted(TestIdentifier test) {
                    if (test.getSource().isPresent() && test.getDisplayName().startsWith("isAnswered")) {
                        begun.compareAndSet(0, System.nanoTime());
                    }
                }
            });
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }
        if (requests.size() < 2) {
            throw new IllegalStateException(
                    "probe and load must send a request each, but " + requests.size() + " came");
        }
        return new Begin((requests.get(0) - begun.get()) / 1e6, (requests.get(1) - begun.get()) / 1e6);
    }

    private static void answer(HttpExchange exchange, List<Long> requests) throws IOException {
        long now = System.nanoTime();
        boolean asked = exchange.getRequestMethod().equals("POST");
        if (asked) {
            requests.add(now);
        }
        exchange.getRequestBody().readAllBytes();
        byte[] body = ANSWER.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("content-type", "text/event-stream");
        exchange.sendResponseHeaders(asked ? 200 : 404, asked ? body.length : -1);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(asked ? body : new byte[0]);
        }
    }
}
