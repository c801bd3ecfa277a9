package io.github.llmperf.simulator;

import io.github.llmperf.simulator.engine.Engine;
import io.github.llmperf.simulator.engine.Noise;
import io.github.llmperf.simulator.engine.Routing;
import io.github.llmperf.simulator.engine.ScaledTime;
import io.github.llmperf.simulator.fault.Fault;
import io.github.llmperf.simulator.fault.FaultRate;
import io.github.llmperf.simulator.fault.Faults;
import io.github.llmperf.simulator.http.LoopClock;
import io.github.llmperf.simulator.http.ServedModel;
import io.github.llmperf.simulator.http.ServingEndpoint;
import io.github.llmperf.simulator.profile.ProfileReader;
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

    private final EngineSettings engine = new EngineSettings();
    private int port;
    private String model = DEFAULT_MODEL;
    private @Nullable String apiKey;
    private int meanOutputTokens = OutputLengths.DEFAULT.mean();
    private long seed = OutputLengths.DEFAULT.seed();
    private double slowFactor = 1;
    private double timeScale = 1;
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
        engine.maxModelLen = tokens;
        return this;
    }

    /**
     * Asks for a key.
     *
     * @param value not blank; requests on the routes under {@code /v1} and on TGI's without {@code Authorization: Bearer} and
     *     this value get status 401; DJL Serving knows no keys. By default none is asked for
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
        engine.slots = value;
        return this;
    }

    /**
     * Sets how many requests may wait beyond the slots.
     *
     * @param value 0 or more; no limit by default. The next request gets status 503
     * @return this
     */
    public SimulatedServerBuilder queueLimit(int value) {
        engine.queueLimit = value;
        return this;
    }

    /**
     * Sets how many tokens are computed in one step.
     *
     * @param value at least as many as slots; default 8192. Longer prompts are read in several steps
     * @return this
     */
    public SimulatedServerBuilder maxBatchedTokens(int value) {
        engine.maxBatchedTokens = value;
        return this;
    }

    /**
     * Sets how long a request takes to become ready for a step.
     *
     * @param millis 0 or more; default 20. This time is not taken from other requests
     * @return this
     */
    public SimulatedServerBuilder arrivalMillis(double millis) {
        engine.arrivalMillis = millis;
        return this;
    }

    /**
     * Sets what each step costs, whatever is in it.
     *
     * @param millis 0 or more; default 5
     * @return this
     */
    public SimulatedServerBuilder stepMillis(double millis) {
        engine.stepMillis = millis;
        return this;
    }

    /**
     * Sets what each prompt token adds to the step that reads it.
     *
     * @param millis 0 or more; default 0.02
     * @return this
     */
    public SimulatedServerBuilder prefillMillis(double millis) {
        engine.prefillMillis = millis;
        return this;
    }

    /**
     * Sets what each request adds to a step that it takes part in.
     *
     * @param millis 0 or more; default 0.05
     * @return this
     */
    public SimulatedServerBuilder decodeMillis(double millis) {
        engine.decodeMillis = millis;
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
     * Sets what each token held by a request adds to a step that it takes part in: attention looks at all of them.
     *
     * @param millis 0 or more; default 0
     * @return this
     */
    public SimulatedServerBuilder contextMillis(double millis) {
        engine.contextMillis = millis;
        return this;
    }

    /**
     * Sets how long prompts are read.
     *
     * @param on true (default) reads them in chunks, beside requests that are being decoded; false reads each whole, in a
     *     step of its own in which nobody gets a token
     * @return this
     */
    public SimulatedServerBuilder chunkedPrefill(boolean on) {
        engine.chunkedPrefill = on;
        return this;
    }

    /**
     * Sets how many tokens' keys and values fit into memory. When it is full, the youngest request waits again and is
     * computed anew.
     *
     * @param tokens at least as many as the context is long; no limit by default
     * @return this
     */
    public SimulatedServerBuilder kvTokens(int tokens) {
        engine.kvTokens = tokens;
        return this;
    }

    /**
     * Sets whether beginnings of prompts that were read before need not be read again.
     *
     * @param on default false
     * @return this
     */
    public SimulatedServerBuilder prefixCaching(boolean on) {
        engine.prefixCaching = on;
        return this;
    }

    /**
     * Has requests computed in batches that last as long as their longest answer, instead of continuously. Slots, tokens of
     * a step, memory and prefix caching then mean nothing, and requests that nobody waits for any more are served all the
     * same.
     *
     * @param value requests computed together, 1 or more; 1 serves one after the other. 0 (default) batches continuously
     * @return this
     */
    public SimulatedServerBuilder batchSize(int value) {
        engine.batchSize = value;
        return this;
    }

    /**
     * Sets how long the first request of a batch waits for others.
     *
     * @param millis 0 or more, counted from when the engine is free; default 0. Batches only, see {@link #batchSize}
     * @return this
     */
    public SimulatedServerBuilder batchDelayMillis(double millis) {
        engine.batchDelayMillis = millis;
        return this;
    }

    /**
     * Puts several copies of the engine behind a router.
     *
     * @param number 1 or more; default 1
     * @return this
     */
    public SimulatedServerBuilder instances(int number) {
        engine.instances = number;
        return this;
    }

    /**
     * Sets how the router in front of several instances chooses.
     *
     * @param how default round robin
     * @return this
     */
    public SimulatedServerBuilder routing(Routing how) {
        engine.routing = how;
        return this;
    }

    /**
     * Makes starts of the server, and steps of one start, differ although nothing changed.
     *
     * @param value by how much; default none
     * @return this
     */
    public SimulatedServerBuilder noise(Noise value) {
        engine.noise = value;
        return this;
    }

    /**
     * Takes everything that is known of an engine from a profile. What is set afterwards replaces it.
     *
     * @param name of a profile that comes with the simulator or lies on the class path under {@code llmperf/profiles}, or a
     *     file
     * @return this
     * @throws IllegalArgumentException if there is none, or if a number in it is missing or out of range
     */
    public SimulatedServerBuilder profile(String name) {
        engine.take(ProfileReader.read(name));
        return this;
    }

    /**
     * Lets model time run faster than the clock, so that a study of hours is done in minutes. Tests divide pauses,
     * durations and time-outs by the same number and multiply what they measure with it.
     *
     * @param factor seconds of the engine in a second of the clock, above 0; default 1
     * @return this
     */
    public SimulatedServerBuilder timeScale(double factor) {
        this.timeScale = factor;
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
        OutputLengths lengths = new OutputLengths(meanOutputTokens, seed);
        ServedModel served = new ServedModel(model, engine.maxModelLen, apiKey, lengths, engine.remembersPrompts());
        Engine scaled = new ScaledTime(engine.profile(model).start(), timeScale);
        scaled.slowFactor(slowFactor);
        return new SimulatedServer(new ServingEndpoint(port, served, scaled, faults, clock), model);
    }
}
