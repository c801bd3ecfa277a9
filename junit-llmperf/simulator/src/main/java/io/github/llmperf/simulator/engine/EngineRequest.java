package io.github.llmperf.simulator.engine;

import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What an engine needs to know of a request.
 *
 * @param id names the request among those in the engine
 * @param promptTokens tokens to be read before the first one is produced, 1 or more
 * @param outputTokens tokens to be produced, 1 or more
 * @param prefix a key for each block of {@value #PREFIX_BLOCK} prompt tokens from the first on, which stands for all
 *     that comes before the block's end; requests that begin with the same text begin with the same keys. May be empty
 */
@API(status = Status.INTERNAL, since = "0.1")
public record EngineRequest(long id, int promptTokens, int outputTokens, List<Long> prefix) {

    /** Tokens that a key of {@link #prefix()} stands for. */
    public static final int PREFIX_BLOCK = 16;

    /**
     * A request that begins like no other.
     *
     * @param promptTokens tokens to be read before the first one is produced, 1 or more
     * @param outputTokens tokens to be produced, 1 or more
     * @throws IllegalArgumentException if a number is out of range
     */
    public EngineRequest(long id, int promptTokens, int outputTokens) {
        this(id, promptTokens, outputTokens, List.of());
    }

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public EngineRequest {
        prefix = List.copyOf(prefix);
        if (promptTokens < 1 || outputTokens < 1) {
            throw new IllegalArgumentException("promptTokens and outputTokens must be 1 or more, but are "
                    + promptTokens + " and " + outputTokens);
        }
    }
}
