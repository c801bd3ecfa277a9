package io.github.llmperf.load;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.client.PlannedRequest;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.prompt.PromptSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends what a loop proposes and tells it what became of it. */
record Sender(PromptSource prompts, LlmClient client, List<? extends LoadProgress> progress) {

    /** Sends one request that stands alone, on the calling thread, and returns when it has ended. */
    void send(Loop loop, Step.Send step) {
        send(loop, step, new Turns(1));
    }

    /**
     * Returns how one user sends.
     *
     * @param turns requests of one conversation
     * @return sends as {@link #send} does, in a conversation of its own; for one thread
     */
    Crew.Work ofUser(int turns) {
        Turns own = new Turns(turns);
        return (loop, step) -> send(loop, step, own);
    }

    private void send(Loop loop, Step.Send step, Turns turns) {
        @Nullable RequestRecord record = null;
        Prompt asked;
        boolean early = !loop.hasBegun();
        try {
            // A load goes on in the prompts where the one before stopped: none is answered from a cache.
            progress.get(loop.from().load()).sending(step.phase());
            asked = turns.ask(() -> prompts.prompt(loop.from().prompts() + step.index()));
            record = client.send(new PlannedRequest(
                    step.index(), step.user(), step.phase(), turns.turn(), asked, step.scheduled(), early));
        } finally {
            if (record == null) {
                loop.lost(step);
            }
        }
        loop.ended(record);
        turns.ended(asked, record);
        progress.get(loop.from().load()).ended(record);
    }
}
