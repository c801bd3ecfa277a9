package io.github.llmperf.bench.many;

import io.github.llmperf.bench.Sections;
import io.github.llmperf.client.OkHttpLlmClient;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.LoadRunner;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Runs very many users again and again in one process, against a server in another. */
public final class ManyUsers {

    private static final double ALLOWED_MB = 1024;

    private final int users;
    private final URI server;
    private final List<Left> left = new ArrayList<>();
    private final StringBuilder rows = new StringBuilder();
    private int failures;

    private ManyUsers(int users, URI server) {
        this.users = users;
        this.server = server;
    }

    /**
     * Runs all and writes the section of this Java into the file, keeping those of others.
     *
     * @param args the file, how many users, how many runs, the length of the server's queue of connections
     * @throws IOException if the server cannot be started, or the file not be written
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SlowServer.class.getName(),
                        args[3])
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.US_ASCII)) {
            @Nullable String port = out.readLine();
            ManyUsers many = new ManyUsers(Integer.parseInt(args[1]), URI.create("http://127.0.0.1:" + port));
            int runs = Integer.parseInt(args[2]);
            for (int run = 1; run <= runs; run++) {
                many.run(run);
            }
            String text = many.section(args[3]);
            new Sections(Path.of(args[0])).put("## Java " + Runtime.version().feature(), text);
            System.out.println(text);
        } finally {
            process.destroy();
        }
    }

    private void run(int number) throws IOException, InterruptedException {
        Target target = Target.at(server);
        LoadPlan plan = ManyPlan.of(users, target);
        Starts starts = new Starts(users);
        Left.forgetPeak();
        long begun = System.nanoTime();
        LoadRun run;
        try (OkHttpLlmClient client =
                OkHttpLlmClient.open(target, plan.load().workload(), plan.caps().timeout(), users, System::nanoTime)) {
            run = new LoadRunner(NanoClock.SYSTEM)
                    .run(plan, index -> Prompt.of("prompt " + index), client, starts, StopRule.NEVER);
        }
        long over = System.nanoTime();
        // The last answer's end is the end of what the load is for; the rest is what stopping takes.
        double stopMs = (over - run.times().ended()) / 1e6;
        failures += starts.failures();
        Left now = Left.now(connections());
        left.add(now);
        rows.append(String.format(
                Locale.ROOT,
                "| %d | %,d | %d | %.0f | %.0f | %.0f / %.0f / %.0f | %.1f | %.0f | %.1f | %.1f | %d | %d | %d | %.1f | %.0f | %.0f |%n",
                number,
                starts.count(),
                starts.failures(),
                (starts.lastSent() - begun) / 1e6,
                starts.lastDelayMs(),
                starts.connectMs(.5),
                starts.connectMs(.99),
                starts.connectMs(1),
                (run.times().ended() - run.times().started()) / 1e9,
                stopMs,
                run.health().canaryP99Ms(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                now.threads(),
                now.files(),
                now.atServer(),
                now.heapMb(),
                now.residentMb(),
                now.peakMb()));
        System.out.print(rows.substring(rows.lastIndexOf("\n", rows.length() - 3) + 1));
    }

    private int connections() throws IOException, InterruptedException {
        int open = Integer.MAX_VALUE;
        // What the client has closed reaches the server a moment later.
        for (int i = 0; i < 50 && open > 0; i++) {
            Thread.sleep(20);
            try (BufferedReader answer = new BufferedReader(new InputStreamReader(
                    server.resolve("/connections").toURL().openStream(), StandardCharsets.US_ASCII))) {
                open = Integer.parseInt(String.valueOf(answer.readLine()));
            }
        }
        return open;
    }

    private String section(String backlog) {
        return String.format(
                        Locale.ROOT,
                        """

                        %s, %d processors shared with the server, %s; %,d users, the server's queue of new connections holds %s.
                        Requests that failed: %d. Growth from run to run (Theil–Sen): threads %.2f, files %.2f, heap %.3f MB, \
                        resident memory %.1f MB; over the second half of the runs: heap %.3f MB, resident memory %.1f MB.
                        Most resident memory of any run: %.0f MB, of %.0f allowed.

                        | run | requests | failed | all users have sent after, ms | last user late by, ms \
                        | connecting p50 / p99 / most, ms | load, s | stopped after, ms | canary p99, ms | load average \
                        | threads | files | at server | heap, MB | resident, MB | most, MB |
                        |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
                        """,
                        kind(),
                        Runtime.getRuntime().availableProcessors(),
                        LocalDate.now(ZoneOffset.UTC),
                        users,
                        backlog,
                        failures,
                        Left.slope(left, Left::threads),
                        Left.slope(left, Left::files),
                        Left.slope(left, Left::heapMb),
                        Left.slope(left, Left::residentMb),
                        slopeOfSecondHalf(Left::heapMb),
                        slopeOfSecondHalf(Left::residentMb),
                        left.stream().mapToDouble(Left::peakMb).max().orElse(Double.NaN),
                        ALLOWED_MB)
                + rows;
    }

    private double slopeOfSecondHalf(ToDoubleFunction<Left> figure) {
        return Left.slope(left.subList(left.size() / 2, left.size()), figure);
    }

    private static String kind() {
        return "Java " + Runtime.version() + (Runtime.version().feature() < 24 ? ", platform" : ", virtual")
                + " threads";
    }
}
