package io.github.llmperf.engines;

import io.github.llmperf.plan.Target;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** llama.cpp behind the OpenAI routes of the npm package {@code inference-server}, on a model of random weights. */
final class LlamaCpp implements AutoCloseable {

    private final EngineProcess process;
    private final int port;

    private LlamaCpp(EngineProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts as many instances as requests are to be answered at a time; more of them queue. */
    static LlamaCpp start(int instances) throws IOException, InterruptedException {
        int port = EngineProcess.freePort();
        EngineProcess process = EngineProcess.start(
                "llamacpp-" + port,
                Installed.npm("llamacpp"),
                Map.of("NODE_LLAMA_CPP_SKIP_DOWNLOAD", "true"),
                List.of(
                        "node",
                        "serve.mjs",
                        Installed.target("random.gguf").toString(),
                        Integer.toString(port),
                        Integer.toString(instances)));
        process.awaitLine("ready: ");
        return new LlamaCpp(process, port);
    }

    static String nameAndVersion() {
        return "llama.cpp by inference-server " + Installed.npmVersion("llamacpp", "inference-server")
                + ", node-llama-cpp " + Installed.npmVersion("llamacpp", "node-llama-cpp");
    }

    Target target() {
        return Target.at("http://127.0.0.1:" + port + "/openai/v1").withModel("random");
    }

    @Override
    public void close() {
        process.close();
    }
}
