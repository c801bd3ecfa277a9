package io.github.llmperf.simulator;

import io.github.llmperf.simulator.engine.Engine;
import io.github.llmperf.simulator.fault.Faults;
import io.github.llmperf.simulator.http.ServingEndpoint;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A simulated LLM server on a port of this machine, speaking the OpenAI routes over HTTP as vLLM does, and the routes of
 * TGI, DJL Serving and vLLM's plain server. Load tests that
 * want it as their target use {@link SimulatedLlm}; this is for starting one by hand:
 *
 * <pre>{@code
 * try (SimulatedServer server = SimulatedServer.builder().slots(8).start()) {
 *     URI chat = URI.create(server.url() + "/v1/chat/completions");
 *     server.slowFactor(2);
 * }
 * }</pre>
 *
 * <p>It serves {@code /v1/chat/completions} and {@code /v1/completions} (streamed and not), {@code /v1/models},
 * {@code /metrics} under vLLM's names and {@code /health}; {@code /generate}, {@code /generate_stream} and {@code /} as TGI
 * does; {@code /generate} with {@code prompt} instead of {@code inputs} as vLLM's plain server; {@code /invocations} and
 * {@code /predictions/<model>} as DJL Serving; {@code /start_profile} and {@code /stop_profile}. All are computed by the
 * same engine. Its threads are daemons; {@link #close()} ends them.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class SimulatedServer implements AutoCloseable {

    private final ServingEndpoint endpoint;
    private final String model;

    SimulatedServer(ServingEndpoint endpoint, String model) {
        this.endpoint = endpoint;
        this.model = model;
    }

    /**
     * Returns the settings of a server that is yet to be started.
     *
     * @return a builder with all defaults
     */
    public static SimulatedServerBuilder builder() {
        return new SimulatedServerBuilder();
    }

    /**
     * Returns where the server is.
     *
     * @return its base url without a path, such as {@code http://127.0.0.1:41235}
     */
    public String url() {
        return endpoint.url();
    }

    /**
     * Returns the name of the model it serves.
     *
     * @return the name that requests must use
     */
    public String model() {
        return model;
    }

    /**
     * Makes the engine slower or faster from now on, whatever factor was set before. Steps that have begun end as they
     * would have.
     *
     * @param factor what each time of the engine is multiplied with, above 0; 2 is half the speed, 1 is normal
     * @throws IllegalArgumentException if the factor is not a number above 0
     */
    public void slowFactor(double factor) {
        endpoint.slowFactor(Engine.requireSlowFactor(factor));
    }

    /**
     * Changes what goes wrong, from the next request on.
     *
     * @param faults the new faults; {@link Faults#none()} to end them
     */
    public void faults(Faults faults) {
        endpoint.faults(faults);
    }

    /**
     * Returns how many requests are being computed.
     *
     * @return 0 or more, at most the slots, or the size of a batch, of all instances
     */
    public int running() {
        return endpoint.running();
    }

    /**
     * Returns how many requests have been taken in and not begun.
     *
     * @return 0 or more
     */
    public int waiting() {
        return endpoint.waiting();
    }

    /**
     * Returns whether clients have started a profile ({@code /start_profile}) and not stopped it
     * ({@code /stop_profile}).
     *
     * @return true in between
     */
    public boolean isProfiling() {
        return endpoint.isProfiling();
    }

    /**
     * Returns how many profiles clients have started. A start while one is being taken counts as none, as with vLLM.
     *
     * @return 0 or more
     */
    public int profiles() {
        return endpoint.profiles();
    }

    /** Closes the port and all connections. Answers under way are cut. A second call does nothing. */
    @Override
    public void close() {
        endpoint.close();
    }

    @Override
    public String toString() {
        return model + " simulated at " + url();
    }
}
