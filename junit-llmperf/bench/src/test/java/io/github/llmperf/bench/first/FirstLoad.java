package io.github.llmperf.bench.first;

import io.github.llmperf.bench.exact.ClientProcess;
import io.github.llmperf.bench.exact.Samples;
import io.github.llmperf.bench.exact.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * What the client adds to what it measures in a fresh JVM, as a user's build starts it: a load test in JUnit's launcher
 * against a server in another process that stamps what it sends. Each cell is measured once in each round.
 */
public final class FirstLoad {

    private static final int WARM_STREAMS = 100;
    private static final int WARM_ROUNDS = 10;

    private final Options options;
    private final Map<Cell, List<List<Figures>>> results = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    private FirstLoad(Options options) {
        this.options = options;
    }

    /**
     * Measures all cells and tells them.
     *
     * @param args see {@link Options}
     * @throws IOException if the server cannot be started, or a page not be written
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        FirstLoad all = new FirstLoad(Options.parse(args));
        all.measure();
        all.tell();
    }

    private void measure() throws IOException, InterruptedException {
        try (ServerProcess server = ServerProcess.start()) {
            warm(server);
            Random order = new Random(1);
            for (int round = 1; round <= options.rounds(); round++) {
                List<Cell> cells = new ArrayList<>(options.cells());
                Collections.shuffle(cells, order);
                for (Cell cell : cells) {
                    measure(cell, round, server);
                }
            }
        }
    }

    private void measure(Cell cell, int number, ServerProcess server) throws IOException, InterruptedException {
        String name = (number + "-" + cell.kind() + "-" + cell.streams()).toLowerCase(Locale.ROOT);
        Path directory = options.work().resolve(name);
        try {
            List<Figures> figures = new Round(cell, options.java(), options.jvm(), directory).run(server);
            results.computeIfAbsent(cell, any -> new ArrayList<>()).add(figures);
            System.out.println(cell + " " + figures);
        } catch (IOException e) {
            server.stamps();
            problems.add("round " + number + ", " + e.getMessage());
            System.out.println(problems.get(problems.size() - 1));
        }
    }

    /** The server is not what is measured: it has compiled itself before the first round. */
    private static void warm(ServerProcess server) throws IOException, InterruptedException {
        Process client = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClientProcess.class.getName(),
                        "nio",
                        server.uri().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var to = client.outputWriter()) {
            to.write(ClientProcess.line(WARM_STREAMS, WARM_ROUNDS));
        }
        if (!client.waitFor(1, TimeUnit.MINUTES) || client.exitValue() != 0) {
            client.destroyForcibly();
            throw new IOException("server must be warmed up within a minute, but was not");
        }
        server.stamps();
    }

    private void tell() {
        results.forEach((cell, rounds) -> {
            for (int load = 0; load < rounds.get(0).size(); load++) {
                int at = load;
                List<Figures> figures =
                        rounds.stream().map(round -> round.get(at)).toList();
                System.out.printf(
                        Locale.ROOT,
                        "%-22s #%d ttft %s p99 %s | gap p99 %s | late %s | us/event %s (server %s) | events/s %s |"
                                + " start->test %s ->request %s ms | cpu %s s | peak %s MB | others %s | lost %s merged %s%n",
                        cell,
                        load + 1,
                        spread(figures, Figures::ttftMean),
                        spread(figures, Figures::ttftP99),
                        spread(figures, Figures::gapP99),
                        spread(figures, Figures::lateMean),
                        spread(figures, Figures::cpuMicros),
                        spread(figures, Figures::serverMicros),
                        spread(figures, Figures::eventRate),
                        spread(figures, Figures::startToTest),
                        spread(figures, Figures::testToRequest),
                        spread(figures, Figures::cpuSeconds),
                        spread(figures, Figures::peakMb),
                        spread(figures, Figures::foreign),
                        spread(figures, Figures::lost),
                        spread(figures, Figures::merged));
            }
        });
        problems.forEach(System.out::println);
    }

    private static String spread(List<Figures> rounds, ToDoubleFunction<Figures> figure) {
        Samples samples = new Samples();
        rounds.forEach(round -> samples.add(figure.applyAsDouble(round)));
        return String.format(Locale.ROOT, "%.2f (%.2f–%.2f)", samples.percentile(50), samples.min(), samples.max());
    }
}
