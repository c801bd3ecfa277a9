package io.github.llmperf.simulator;

import io.github.llmperf.simulator.engine.BatchLimits;
import io.github.llmperf.simulator.engine.ContinuousBatchingEngine;
import io.github.llmperf.simulator.engine.StepCosts;
import io.github.llmperf.simulator.fault.Fault;
import io.github.llmperf.simulator.fault.FaultRate;
import io.github.llmperf.simulator.fault.Faults;
import io.github.llmperf.simulator.http.LoopClock;
import io.github.llmperf.simulator.http.ServedModel;
import io.github.llmperf.simulator.http.ServingEndpoint;
import io.github.llmperf.simulator.text.OutputLengths;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link SimulatedServer}. All have defaults, the same as those of {@link SimulatedLlm}; they are checked
 * by {@link #start()}.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class SimulatedServerBuilder {

    static final String DEFAULT_MODEL = "simulated-7b";
    static final int DEFAULT_MAX_MODEL_LEN = 32_768;

    private int port;
    private String model = DEFAULT_MODEL;
    private int maxModelLen = DEFAULT_MAX_MODEL_LEN;
    private @Nullable String apiKey;
    private int slots = BatchLimits.DEFAULT.slots();
    private int queueLimit = BatchLimits.DEFAULT.queueLimit();
    private int maxBatchedTokens = BatchLimits.DEFAULT.maxBatchedTokens();
    private double arrivalMillis = StepCosts.DEFAULT.arrivalMillis();
    private double stepMillis = StepCosts.DEFAULT.stepMillis();
    private double prefillMillis = StepCosts.DEFAULT.prefillMillis();
    private double decodeMillis = StepCosts.DEFAULT.decodeMillis();
    private int meanOutputTokens = OutputLengths.DEFAULT.mean();
    private long seed = OutputLengths.DEFAULT.seed();
    private double slowFactor = 1;
    private Faults faults = Faults.none();
    private LoopClock clock = LoopClock.SYSTEM;

    SimulatedServerBuilder() {}

    /**
     * Sets the port.
     *
     * @param value 0 to 65535; 0 (default) has a free one chosen
     * @return this
     */
    public SimulatedServerBuilder port(int value) {
        this.port = value;
        return this;
    }

    /**
     * Sets the name of the model.
     *
     * @param value not blank; default {@code simulated-7b}. Requests for another one get status 404
     * @return this
     */
    public SimulatedServerBuilder model(String value) {
        this.model = value;
        return this;
    }

    /**
     * Sets the length of the context.
     *
     * @param tokens of prompt and answer together, 2 or more; default 32768. Longer requests get status 400
     * @return this
     */
    public SimulatedServerBuilder maxModelLen(int tokens) {
        this.maxModelLen = tokens;
        return this;
    }

    /**
     * Asks for a key.
     *
     * @param value not blank; requests without {@code Authorization: Bearer} and this value get status 401. By default
     *     none is asked for
     * @return this
     */
    public SimulatedServerBuilder apiKey(String value) {
        this.apiKey = value;
        return this;
    }

    /**
     * Sets how many requests are computed together.
     *
     * @param value 1 or more; default 64
     * @return this
     */
    public SimulatedServerBuilder slots(int value) {
        this.slots = value;
        return this;
    }

    /**
     * Sets how many requests may wait beyond the slots.
     *
     * @param value 0 or more; no limit by default. The next request gets status 503
     * @return this
     */
    public SimulatedServerBuilder queueLimit(int value) {
        this.queueLimit = value;
        return this;
    }

    /**
     * Sets how many tokens are computed in one step.
     *
     * @param value at least as many as slots; default 8192. Longer prompts are read in several steps
     * @return this
     */
    public SimulatedServerBuilder maxBatchedTokens(int value) {
        this.maxBatchedTokens = value;
        return this;
    }

    /**
     * Sets how long a request takes to become ready for a step.
     *
     * @param millis 0 or more; default 20. This time is not taken from other requests
     * @return this
     */
    public SimulatedServerBuilder arrivalMillis(double millis) {
        this.arrivalMillis = millis;
        return this;
    }

    /**
     * Sets what each step costs, whatever is in it.
     *
     * @param millis 0 or more; default 5
     * @return this
     */
    public SimulatedServerBuilder stepMillis(double millis) {
        this.stepMillis = millis;
        return this;
    }

    /**
     * Sets what each prompt token adds to the step that reads it.
     *
     * @param millis 0 or more; default 0.02
     * @return this
     */
    public SimulatedServerBuilder prefillMillis(double millis) {
        this.prefillMillis = millis;
        return this;
    }

    /**
     * Sets what each request adds to a step that it takes part in.
     *
     * @param millis 0 or more; default 0.05
     * @return this
     */
    public SimulatedServerBuilder decodeMillis(double millis) {
        this.decodeMillis = millis;
        return this;
    }

    /**
     * Sets how long answers are when nothing else limits them.
     *
     * @param tokens 4 or more; default 64. Lengths spread evenly from half to one and a half times this
     * @return this
     */
    public SimulatedServerBuilder meanOutputTokens(int tokens) {
        this.meanOutputTokens = tokens;
        return this;
    }

    /**
     * Sets what lengths and words of answers are drawn by.
     *
     * @param value any number; default 1
     * @return this
     */
    public SimulatedServerBuilder seed(long value) {
        this.seed = value;
        return this;
    }

    /**
     * Multiplies all times of the engine.
     *
     * @param factor above 0; default 1, 2 is half the speed
     * @return this
     */
    public SimulatedServerBuilder slowFactor(double factor) {
        this.slowFactor = factor;
        return this;
    }

    /**
     * Lets something go wrong.
     *
     * @param fault what
     * @param rate how often; default never
     * @return this
     */
    public SimulatedServerBuilder fault(Fault fault, FaultRate rate) {
        this.faults = faults.with(fault, rate);
        return this;
    }

    /**
     * Sets everything that goes wrong.
     *
     * @param value replaces all faults set before
     * @return this
     */
    public SimulatedServerBuilder faults(Faults value) {
        this.faults = value;
        return this;
    }

    /** Returns what is set to go wrong, to be changed and set again. */
    Faults faults() {
        return faults;
    }

    /** Drives the engine by another clock; for tests. */
    SimulatedServerBuilder clock(LoopClock value) {
        this.clock = value;
        return this;
    }

    /**
     * Starts the server. It accepts connections when this returns.
     *
     * @return the server; close it when done
     * @throws IllegalArgumentException if a setting is out of range
     * @throws java.io.UncheckedIOException if the port cannot be opened
     */
    public SimulatedServer start() {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be between 0 and 65535, but is " + port);
        }
        ServedModel served = new ServedModel(model, maxModelLen, apiKey, new OutputLengths(meanOutputTokens, seed));
        StepCosts costs = new StepCosts(arrivalMillis, stepMillis, prefillMillis, decodeMillis);
        BatchLimits limits = new BatchLimits(slots, queueLimit, maxBatchedTokens);
        ContinuousBatchingEngine engine = new ContinuousBatchingEngine(costs, limits);
        engine.slowFactor(slowFactor);
        return new SimulatedServer(new ServingEndpoint(port, served, engine, faults, clock), model);
    }
}
