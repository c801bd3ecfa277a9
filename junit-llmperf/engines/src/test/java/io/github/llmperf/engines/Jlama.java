package io.github.llmperf.engines;

import io.github.llmperf.plan.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Jlama on a model of random weights, in a newer Java than the tests need. */
final class Jlama implements AutoCloseable {

    private static final String JAR = "jlama-net-";

    private final EngineProcess process;
    private final int port;

    private Jlama(EngineProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    static Jlama start(Path java) throws IOException, InterruptedException {
        int port = EngineProcess.freePort();
        EngineProcess process = EngineProcess.start(
                "jlama-" + port,
                Files.createDirectories(Installed.target("jlama")),
                Map.of(),
                List.of(
                        java.toString(),
                        "--add-modules",
                        "jdk.incubator.vector",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + Installed.target("jlama"),
                        "-cp",
                        lib().resolve("*").toString(),
                        Installed.jlama().resolve("JlamaServer.java").toString(),
                        Installed.target("random-safetensors").toString(),
                        Integer.toString(port)));
        process.awaitPort(port);
        return new Jlama(process, port);
    }

    static String nameAndVersion() {
        try (Stream<Path> jars = Files.list(lib())) {
            return jars.map(jar -> jar.getFileName().toString())
                    .filter(jar -> jar.startsWith(JAR))
                    .map(jar -> "Jlama " + jar.substring(JAR.length(), jar.length() - ".jar".length()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("the jars of Jlama must lie in " + lib()));
        } catch (IOException e) {
            throw new IllegalStateException("the jars of Jlama must lie in " + lib() + ", which cannot be read", e);
        }
    }

    private static Path lib() {
        return Installed.jlama().resolve("target").resolve("lib");
    }

    /** Its only route is no base that the dialect could complete. */
    Target target() {
        return Target.at("http://127.0.0.1:" + port + "/chat/completions").withModel("random");
    }

    @Override
    public void close() {
        process.close();
    }
}
