package io.github.llmperf.bench;

import io.github.llmperf.client.Moments;
import io.github.llmperf.client.OkHttpLlmClient;
import io.github.llmperf.client.PlannedRequest;
import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * How exact the client's clocks are: a server delays each event by a known time, and the client's numbers are compared
 * with it. Writes a table to the file named by the first argument.
 */
public final class ExactClocks {

    private static final int WARMUP = 5;
    private static final int TRIES = 20;
    private static final int EVENTS = 8;
    private static final long FIRST_NANOS = 40_000_000;
    private static final long GAP_NANOS = 25_000_000;
    private static final double PER_MS = 1e6;

    private ExactClocks() {}

    /**
     * Measures all dialects and writes the table.
     *
     * @param args the file to write
     * @throws IOException if the file cannot be written, or no server be started
     */
    public static void main(String[] args) throws IOException {
        StringBuilder table = new StringBuilder(head());
        for (String dialect : ServedStream.dialects()) {
            if (!dialect.equals("sagemaker")) { // which would need keys to sign with
                table.append(row(dialect));
            }
        }
        Files.writeString(Path.of(args[0]), table);
    }

    private static String head() {
        return """
                # How exact the clocks are

                A server on the loopback sends the head at once, the first token %d ms after it has read the request, and each
                further one of %d tokens %d ms after the one before. Errors of the client's numbers in ms, over %d answers each,
                after %d that warm up; the way of the request is part of a ttft. Java %s, %d CPUs, load average %.1f, %s.

                | dialect | ttft, median | 90 %% | most | gap, median | 90 %% | most |
                |---|---|---|---|---|---|---|
                """
                .formatted(
                        FIRST_NANOS / 1_000_000,
                        EVENTS,
                        GAP_NANOS / 1_000_000,
                        TRIES,
                        WARMUP,
                        System.getProperty("java.version"),
                        Runtime.getRuntime().availableProcessors(),
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                        LocalDate.now(ZoneOffset.UTC));
    }

    private static String row(String dialect) throws IOException {
        List<Double> first = new ArrayList<>();
        List<Double> gaps = new ArrayList<>();
        try (DelayingServer server = new DelayingServer(ServedStream.of(dialect), EVENTS, FIRST_NANOS, GAP_NANOS);
                OkHttpLlmClient client = OkHttpLlmClient.open(
                        Target.at(server.url()).withApi(dialect).withModel("m"),
                        workload(),
                        Duration.ofSeconds(30),
                        1,
                        System::nanoTime)) {
            for (int i = 0; i < WARMUP + TRIES; i++) {
                RequestRecord record = client.send(
                        new PlannedRequest(i, 0, RequestPhase.MEASURED, 1, Prompt.of("?"), System.nanoTime()));
                if (record.failure() != null) {
                    throw new IllegalStateException(dialect + " must be read, but gave " + record.failure());
                }
                if (i >= WARMUP) {
                    add(record.moments(), first, gaps);
                }
            }
        }
        return "| " + dialect + spread(first) + spread(gaps) + " |\n";
    }

    private static void add(Moments moments, List<Double> first, List<Double> gaps) {
        long[] tokens = moments.tokenEvents();
        first.add(Math.abs(moments.firstToken() - moments.sent() - FIRST_NANOS) / PER_MS);
        for (int k = 1; k < tokens.length; k++) {
            gaps.add(Math.abs(tokens[k] - tokens[k - 1] - GAP_NANOS) / PER_MS);
        }
    }

    private static String spread(List<Double> errors) {
        double[] sorted = errors.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        int n = sorted.length;
        return String.format(Locale.ROOT, " | %.2f | %.2f | %.2f", sorted[n / 2], sorted[n * 9 / 10], sorted[n - 1]);
    }

    private static Workload workload() {
        return new Workload(
                "chat",
                "",
                OptionalInt.empty(),
                OptionalInt.empty(),
                EVENTS,
                false,
                true,
                0,
                "",
                "",
                Workload.Cache.UNIQUE);
    }
}
