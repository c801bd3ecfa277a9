package io.github.llmperf.load;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.client.PlannedRequest;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.prompt.PromptSource;
import org.jspecify.annotations.Nullable;

/** Sends what a loop proposes and tells it what became of it. */
record Sender(PromptSource prompts, LlmClient client, LoadProgress progress) {

    /** Sends one request on the calling thread and returns when it has ended. */
    void send(Loop loop, Step.Send step) {
        RequestRecord record = attempt(loop, step);
        loop.ended(record);
        progress.ended(record);
    }

    private RequestRecord attempt(Loop loop, Step.Send step) {
        @Nullable RequestRecord record = null;
        try {
            // A load goes on in the prompts where the one before stopped: none is answered from a cache.
            Prompt prompt = prompts.prompt(loop.from().prompts() + step.index());
            record = client.send(
                    new PlannedRequest(step.index(), step.user(), step.phase(), 1, prompt, step.scheduled()));
            return record;
        } finally {
            if (record == null) {
                loop.lost(step);
            }
        }
    }
}
