package io.github.llmperf.engines;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** aimock, a server whose answers and their times are given in {@code npm/aimock/fixtures.json}. */
final class Aimock implements AutoCloseable {

    private final EngineProcess process;
    private final int port;

    private Aimock(EngineProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    static Aimock start() throws IOException, InterruptedException {
        int port = EngineProcess.freePort();
        EngineProcess process = EngineProcess.start(
                "aimock-" + port,
                Installed.npm("aimock"),
                Map.of(),
                List.of(
                        "node",
                        "node_modules/.bin/llmock",
                        "--host",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port),
                        "--fixtures",
                        "fixtures.json"));
        process.awaitPort(port);
        return new Aimock(process, port);
    }

    static String nameAndVersion() {
        return "aimock " + Installed.npmVersion("aimock", "@copilotkit/aimock");
    }

    int port() {
        return port;
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.close();
    }
}
