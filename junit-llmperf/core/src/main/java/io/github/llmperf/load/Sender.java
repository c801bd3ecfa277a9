package io.github.llmperf.load;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.client.PlannedRequest;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.prompt.PromptSource;
import org.jspecify.annotations.Nullable;

/** Sends what a loop proposes and tells it what became of it. */
record Sender(Loop loop, PromptSource prompts, LlmClient client, LoadProgress progress) {

    /** Sends one request on the calling thread and returns when it has ended. */
    void send(Step.Send step) {
        RequestRecord record = attempt(step);
        loop.ended(record);
        progress.ended(record);
    }

    private RequestRecord attempt(Step.Send step) {
        @Nullable RequestRecord record = null;
        try {
            record = client.send(new PlannedRequest(
                    step.index(), step.user(), step.phase(), 1, prompts.prompt(step.index()), step.scheduled()));
            return record;
        } finally {
            if (record == null) {
                loop.lost();
            }
        }
    }
}
