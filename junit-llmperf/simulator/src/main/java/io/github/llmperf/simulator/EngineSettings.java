package io.github.llmperf.simulator;

import io.github.llmperf.simulator.engine.BatchLimits;
import io.github.llmperf.simulator.engine.BatchingEngine.Batching;
import io.github.llmperf.simulator.engine.Noise;
import io.github.llmperf.simulator.engine.Routing;
import io.github.llmperf.simulator.engine.StepCosts;
import io.github.llmperf.simulator.profile.EngineProfile;
import org.jspecify.annotations.Nullable;

/**
 * What is set of an engine so far: all that a profile says. Checked as a whole when it is complete, for one setting
 * depends on another.
 */
final class EngineSettings {

    static final int DEFAULT_MAX_MODEL_LEN = 32_768;

    /** Of {@code batchSize}: requests join and leave step by step. */
    static final int CONTINUOUS = 0;

    int maxModelLen = DEFAULT_MAX_MODEL_LEN;
    int slots = BatchLimits.DEFAULT.slots();
    int queueLimit = BatchLimits.DEFAULT.queueLimit();
    int maxBatchedTokens = BatchLimits.DEFAULT.maxBatchedTokens();
    boolean chunkedPrefill = true;
    int kvTokens = Integer.MAX_VALUE;
    boolean prefixCaching;
    double arrivalMillis = StepCosts.DEFAULT.arrivalMillis();
    double stepMillis = StepCosts.DEFAULT.stepMillis();
    double prefillMillis = StepCosts.DEFAULT.prefillMillis();
    double decodeMillis = StepCosts.DEFAULT.decodeMillis();
    double contextMillis;
    int batchSize = CONTINUOUS;
    double batchDelayMillis;
    int instances = 1;
    Routing routing = Routing.ROUND_ROBIN;
    Noise noise = Noise.NONE;

    /** Replaces all that was set by what a profile says. */
    void take(EngineProfile profile) {
        maxModelLen = profile.maxModelLen();
        slots = profile.limits().slots();
        queueLimit = profile.limits().queueLimit();
        maxBatchedTokens = profile.limits().maxBatchedTokens();
        chunkedPrefill = profile.limits().chunkedPrefill();
        kvTokens = profile.limits().kvTokens();
        prefixCaching = profile.limits().prefixCaching();
        arrivalMillis = profile.costs().arrivalMillis();
        stepMillis = profile.costs().stepMillis();
        prefillMillis = profile.costs().prefillMillis();
        decodeMillis = profile.costs().decodeMillis();
        contextMillis = profile.costs().contextMillis();
        Batching batching = profile.batching();
        batchSize = batching == null ? CONTINUOUS : batching.size();
        batchDelayMillis = batching == null ? 0 : batching.delayMillis();
        instances = profile.instances();
        routing = profile.routing();
        noise = profile.noise();
    }

    /** Returns whether beginnings of prompts are remembered; only engines that batch continuously do. */
    boolean remembersPrompts() {
        return prefixCaching && batchSize == CONTINUOUS;
    }

    /** Returns all of it, checked; an engine of the given name. */
    EngineProfile profile(String name) {
        return new EngineProfile(
                name,
                batching(),
                new StepCosts(arrivalMillis, stepMillis, prefillMillis, decodeMillis, contextMillis),
                new BatchLimits(slots, queueLimit, maxBatchedTokens, chunkedPrefill, kvTokens, prefixCaching),
                maxModelLen,
                instances,
                routing,
                noise);
    }

    private @Nullable Batching batching() {
        if (batchSize < CONTINUOUS) {
            throw new IllegalArgumentException(
                    "batchSize must be 1 or more, or 0 to batch continuously, but is " + batchSize);
        }
        if (batchSize > CONTINUOUS) {
            return new Batching(batchSize, batchDelayMillis, queueLimit);
        }
        if (batchDelayMillis != 0) {
            throw new IllegalArgumentException(
                    "batchDelayMillis must be 0 for an engine that batches continuously, but is " + batchDelayMillis
                            + "; set batchSize, too");
        }
        return null;
    }
}
