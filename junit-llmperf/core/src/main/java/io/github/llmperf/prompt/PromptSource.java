package io.github.llmperf.prompt;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Gives the prompt of each request of a run. The same seed and run id give the same prompts, bit for bit. */
@API(status = Status.INTERNAL, since = "0.1")
@FunctionalInterface
public interface PromptSource {

    /**
     * Returns the prompt of a request. Called by many threads.
     *
     * @param index number of the request within the run, from 0, warm-up included
     */
    Prompt prompt(int index);
}
