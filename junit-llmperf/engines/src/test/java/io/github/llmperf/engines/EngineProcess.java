package io.github.llmperf.engines;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** An engine in a process of its own, which ends with {@link #close()}. Its log lies in {@code target/logs}. */
final class EngineProcess implements AutoCloseable {

    private static final Duration READY_WITHIN = Duration.ofSeconds(90);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final String name;
    private final Process process;
    private final Path log;

    private EngineProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /** Finds a port on 127.0.0.1 that nobody listens at. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    static EngineProcess start(String name, Path directory, Map<String, String> environment, List<String> command)
            throws IOException {
        Path log = Files.createDirectories(Installed.target("logs")).resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(new File("/dev/null"));
        builder.environment().putAll(environment);
        return new EngineProcess(name, builder.start(), log);
    }

    /** Waits until the log has a line that begins so; the engine is ended when it does not come. */
    void awaitLine(String start) throws IOException, InterruptedException {
        await("the line \"" + start + "…\"", () -> Files.readAllLines(log).stream()
                .anyMatch(line -> line.startsWith(start)));
    }

    /** Waits until something listens at a port of 127.0.0.1; the engine is ended when nothing does. */
    void awaitPort(int port) throws IOException, InterruptedException {
        await("a listener at port " + port, () -> listensAt(port));
    }

    private void await(String what, Look look) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        while (!look.succeeds()) {
            // A program says when it ends; that it is ready has to be looked for.
            boolean ended = process.waitFor(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
            if (ended || System.nanoTime() - begun > READY_WITHIN.toNanos()) {
                String state = ended ? " ended by itself" : " is not ready within " + READY_WITHIN.toSeconds() + " s";
                close();
                throw new IOException(name + state + " while waiting for " + what + "; its log " + log + " ends with\n"
                        + lastLines());
            }
        }
    }

    private static boolean listensAt(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private String lastLines() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }

    /** Ends the process and those it started, at first with a request to. */
    @Override
    public void close() {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroy);
        try {
            process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
    }

    /** One look whether an engine is ready. */
    private interface Look {
        boolean succeeds() throws IOException;
    }
}
