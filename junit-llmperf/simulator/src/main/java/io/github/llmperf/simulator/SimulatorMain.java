package io.github.llmperf.simulator;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Runs a simulated server as a process of its own:
 * {@code java -cp … io.github.llmperf.simulator.SimulatorMain --port 8000 --slots 8}. The options are the attributes of
 * {@link SimulatedLlm} in lower case with hyphens, and {@code --port} and {@code --api-key-env}. It serves until it is
 * ended.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class SimulatorMain {

    private static final int DEFAULT_PORT = 8000;
    private static final int USAGE_ERROR = 2;

    private SimulatorMain() {}

    /**
     * Starts the server and waits.
     *
     * @param arguments options, each followed by its value; {@code --help} lists them. The port is 8000 by default
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public static void main(String... arguments) throws InterruptedException {
        SimulatorOptions options = new SimulatorOptions(System::getenv);
        if (List.of(arguments).contains("--help")) {
            System.out.println("options, each followed by its value: " + options.names());
            return;
        }
        SimulatedServer server;
        try {
            server = options.read(withDefaultPort(arguments)).start();
        } catch (IllegalArgumentException | java.io.UncheckedIOException e) {
            System.err.println(e.getMessage());
            System.exit(USAGE_ERROR);
            return;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "llmperf-simulator-shutdown"));
        System.out.println(server);
        new CountDownLatch(1).await();
    }

    private static String[] withDefaultPort(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "--port";
        all[1] = Integer.toString(DEFAULT_PORT);
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return all;
    }
}
