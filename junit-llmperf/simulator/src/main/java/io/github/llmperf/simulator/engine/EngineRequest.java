package io.github.llmperf.simulator.engine;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What an engine needs to know of a request.
 *
 * @param id names the request among those in the engine
 * @param promptTokens tokens to be read before the first one is produced, 1 or more
 * @param outputTokens tokens to be produced, 1 or more
 */
@API(status = Status.INTERNAL, since = "0.1")
public record EngineRequest(long id, int promptTokens, int outputTokens) {

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public EngineRequest {
        if (promptTokens < 1 || outputTokens < 1) {
            throw new IllegalArgumentException("promptTokens and outputTokens must be 1 or more, but are "
                    + promptTokens + " and " + outputTokens);
        }
    }
}
