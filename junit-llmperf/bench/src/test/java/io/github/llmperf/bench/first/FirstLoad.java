package io.github.llmperf.bench.first;

import io.github.llmperf.bench.exact.ClientProcess;
import io.github.llmperf.bench.exact.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * What the client adds to what it measures in a fresh JVM, as a user's build starts it: a load test in JUnit's launcher
 * against a server in another process that stamps what it sends. Each cell is measured once in each round.
 */
public final class FirstLoad {

    private static final int WARM_STREAMS = 100;
    private static final int WARM_ROUNDS = 10;

    private final Options options;
    private final Results results = new Results();

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
        String name = (number + "-" + cell.kind().name() + "-" + cell.streams()).toLowerCase(Locale.ROOT);
        Path directory = options.work().resolve(name);
        try {
            List<Figures> figures = new Round(cell, options.java(), options.jvm(), directory).run(server);
            results.add(cell, figures);
            figures.forEach(load -> System.out.println("round " + number + ", " + cell + ": " + load.words()));
        } catch (IOException e) {
            // One cell less; the page says so.
            server.stamps();
            results.addProblem("round " + number + ", " + e.getMessage());
            System.out.println("round " + number + ", " + e.getMessage());
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

    private void tell() throws IOException {
        Path directory = options.pages().equals("-") ? options.work() : Path.of(options.pages());
        new Pages(directory, options.java()).write(results);
    }
}
