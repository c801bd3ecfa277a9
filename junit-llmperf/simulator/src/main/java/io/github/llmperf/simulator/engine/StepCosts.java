package io.github.llmperf.simulator.engine;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What an engine's work costs, in milliseconds. A step takes {@code step + prefill · prompt tokens read in the step +
 * decode · requests taking part + context · tokens that these hold in the cache of keys and values}. With the defaults a short prompt waits about 30 ms for its first token, a prompt of
 * 1,500 tokens about 60 ms, and 20 requests together get a token each about every 6 ms.
 *
 * @param arrivalMillis between arrival and readiness for a step (HTTP, tokenizer), not taken from other requests
 * @param stepMillis each step, whatever is in it
 * @param prefillMillis each prompt token read
 * @param decodeMillis each request taking part in a step
 * @param contextMillis each token held by a request taking part: attention looks at all of them
 */
@API(status = Status.INTERNAL, since = "0.1")
public record StepCosts(
        double arrivalMillis, double stepMillis, double prefillMillis, double decodeMillis, double contextMillis) {

    /** What a small model on one accelerator might cost, hurried up so that tests are quick. */
    public static final StepCosts DEFAULT = new StepCosts(20, 5, 0.02, 0.05);

    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is negative or not a number
     */
    public StepCosts {
        requireCost("arrivalMillis", arrivalMillis);
        requireCost("stepMillis", stepMillis);
        requireCost("prefillMillis", prefillMillis);
        requireCost("decodeMillis", decodeMillis);
        requireCost("contextMillis", contextMillis);
    }

    /**
     * Sets costs of an engine for which the length of the context makes no difference.
     *
     * @param stepMillis each step, whatever is in it
     */
    public StepCosts(double arrivalMillis, double stepMillis, double prefillMillis, double decodeMillis) {
        this(arrivalMillis, stepMillis, prefillMillis, decodeMillis, 0);
    }

    private static void requireCost(String name, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " must be 0 or more milliseconds, but is " + value);
        }
    }

    /**
     * Returns how long a request takes to become ready.
     *
     * @return nanoseconds
     */
    public long arrivalNanos(double slowFactor) {
        return Math.round(arrivalMillis * slowFactor * NANOS_PER_MILLI);
    }

    /**
     * Returns how long a step takes.
     *
     * @param contextTokens tokens that these held before the step
     * @return nanoseconds
     */
    public long stepNanos(int prefillTokens, int sequences, long contextTokens, double slowFactor) {
        double millis =
                stepMillis + prefillMillis * prefillTokens + decodeMillis * sequences + contextMillis * contextTokens;
        return Math.round(millis * slowFactor * NANOS_PER_MILLI);
    }
}
