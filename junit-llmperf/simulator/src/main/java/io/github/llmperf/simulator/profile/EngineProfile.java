package io.github.llmperf.simulator.profile;

import io.github.llmperf.simulator.engine.BatchLimits;
import io.github.llmperf.simulator.engine.BatchingEngine;
import io.github.llmperf.simulator.engine.BatchingEngine.Batching;
import io.github.llmperf.simulator.engine.ContinuousBatchingEngine;
import io.github.llmperf.simulator.engine.Engine;
import io.github.llmperf.simulator.engine.Noise;
import io.github.llmperf.simulator.engine.RoutedEngines;
import io.github.llmperf.simulator.engine.Routing;
import io.github.llmperf.simulator.engine.StepCosts;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * A server with a model on some hardware: how it batches, what its work costs, how much it takes at once.
 *
 * @param name of engine, model and hardware
 * @param batching how it puts requests together; null for an engine that batches continuously
 * @param costs what its work costs
 * @param limits how much it takes at once; of an engine that does not batch continuously the limit of the queue only
 * @param maxModelLen most tokens of prompt and answer together
 * @param instances copies of it behind a router, 1 or more
 * @param routing how the router chooses
 * @param noise by how much its steps differ from what they are said to cost
 */
@API(status = Status.INTERNAL, since = "0.1")
public record EngineProfile(
        String name,
        @Nullable Batching batching,
        StepCosts costs,
        BatchLimits limits,
        int maxModelLen,
        int instances,
        Routing routing,
        Noise noise) {

    /**
     * Checks what the numbers mean for each other, as vLLM does when it starts.
     *
     * @throws IllegalArgumentException if no such server could run
     */
    public EngineProfile {
        if (maxModelLen < 2) {
            throw new IllegalArgumentException("maxModelLen must be 2 or more, but is " + maxModelLen);
        }
        if (instances < 1) {
            throw new IllegalArgumentException("instances must be 1 or more, but is " + instances);
        }
        if (batching == null && !limits.chunkedPrefill() && limits.maxBatchedTokens() < maxModelLen) {
            throw new IllegalArgumentException("maxBatchedTokens must be at least maxModelLen (" + maxModelLen
                    + ") without chunked prefill, or a long prompt would never be read, but is "
                    + limits.maxBatchedTokens());
        }
        if (batching == null && limits.kvTokens() < maxModelLen) {
            throw new IllegalArgumentException("kvTokens must be at least maxModelLen (" + maxModelLen
                    + "), or a long request would never end, but is " + limits.kvTokens());
        }
    }

    /**
     * Returns this server with other limits.
     *
     * @param otherMaxModelLen most tokens of prompt and answer together
     * @throws IllegalArgumentException if no such server could run
     */
    public EngineProfile with(BatchLimits other, int otherMaxModelLen) {
        return new EngineProfile(name, batching, costs, other, otherMaxModelLen, instances, routing, noise);
    }

    /**
     * Returns several copies of this server behind a router.
     *
     * @param number of instances, 1 or more
     * @throws IllegalArgumentException if the number is below 1
     */
    public EngineProfile times(int number, Routing how) {
        return new EngineProfile(name, batching, costs, limits, maxModelLen, number, how, noise);
    }

    /**
     * Returns this server with other noise.
     *
     * @param other by how much its steps differ from what they are said to cost
     */
    public EngineProfile withNoise(Noise other) {
        return new EngineProfile(name, batching, costs, limits, maxModelLen, instances, routing, other);
    }

    /**
     * Starts it.
     *
     * @return idle engines; instances draw noise of their own
     */
    public Engine start() {
        if (instances == 1) {
            return start(noise);
        }
        List<Engine> engines = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            engines.add(start(new Noise(noise.startSd(), noise.stepSd(), noise.correlation(), noise.seed() + i)));
        }
        return new RoutedEngines(engines, routing, noise.seed());
    }

    private Engine start(Noise own) {
        return batching == null
                ? new ContinuousBatchingEngine(costs, limits, own)
                : new BatchingEngine(costs, batching, own);
    }
}
