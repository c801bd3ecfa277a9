package io.github.llmperf.protocol;

import io.github.llmperf.prompt.Prompt;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes the requests of one load, which differ in their prompts only. Used by many threads.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface RequestWriter {

    /**
     * Writes a request.
     *
     * @param prompt what is asked
     * @return the request
     * @throws IllegalArgumentException if the route cannot carry such a prompt
     */
    WireRequest write(Prompt prompt);
}
