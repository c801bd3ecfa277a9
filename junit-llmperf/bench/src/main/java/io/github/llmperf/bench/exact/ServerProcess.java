package io.github.llmperf.bench.exact;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** An {@link ExactServer} in a process of its own. */
public final class ServerProcess implements AutoCloseable {

    private final Process process;
    private final String url;

    private ServerProcess(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /**
     * What a server did since it was asked last.
     *
     * @param cpuNanos of its process since it was started
     */
    public record Stamps(long cpuNanos, Map<Integer, SentAnswer> answers) {}

    /**
     * Starts a server on this Java.
     *
     * @throws IOException if it does not start
     */
    public static ServerProcess start() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xms512m",
                        "-Xmn384m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ExactServer.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String port = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))
                .readLine();
        if (port == null) {
            throw new IOException("server must print its port, but ended");
        }
        return new ServerProcess(process, "http://127.0.0.1:" + port);
    }

    /** Returns where it listens. */
    public URI uri() {
        return URI.create(url);
    }

    /**
     * Returns the stamps of all answers that were sent as a whole since the last call.
     *
     * @throws IOException if the server has gone
     */
    public Stamps stamps() throws IOException {
        ByteBuffer all = ByteBuffer.wrap(readAll(uri().resolve("/stamps").toURL()));
        long cpuNanos = all.getLong();
        Map<Integer, SentAnswer> answers = new HashMap<>();
        while (all.hasRemaining()) {
            SentAnswer answer = SentAnswer.read(all);
            answers.put(answer.number(), answer);
        }
        return new Stamps(cpuNanos, answers);
    }

    private static byte[] readAll(URL url) throws IOException {
        try (var in = url.openStream()) {
            return in.readAllBytes();
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
