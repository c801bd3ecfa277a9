package io.github.llmperf.bench.endtoend;

import io.github.llmperf.TargetContext;
import io.github.llmperf.TargetSource;
import io.github.llmperf.plan.Target;
import io.github.llmperf.simulator.SimulatedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A simulated server that is slower by a factor of which the test knows nothing: another one at each start. */
public final class HiddenServer implements TargetSource {

    /** Names the file with the factors, one a line; each start takes the first away. */
    static final String FACTORS = "llmperf-bench.factors";

    private @Nullable SimulatedServer server;

    /** Creates a source that has started nothing yet. */
    public HiddenServer() {}

    @Override
    public Target start(TargetContext context) throws IOException {
        Path file = Path.of(context.configurationParameter(FACTORS).orElseThrow());
        List<String> factors = Files.readAllLines(file);
        Files.write(file, factors.subList(1, factors.size()));
        SimulatedServer started = SimulatedServer.builder()
                .arrivalMillis(30)
                .stepMillis(9)
                .slowFactor(Double.parseDouble(factors.get(0)))
                .start();
        server = started;
        return Target.at(started.url())
                .withApi("openai-chat")
                .withModel(started.model())
                .withLabel("engine", "simulator");
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
            server = null;
        }
    }
}
