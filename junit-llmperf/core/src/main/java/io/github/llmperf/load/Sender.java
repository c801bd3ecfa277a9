package io.github.llmperf.load;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.client.PlannedRequest;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.prompt.PromptSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends the requests of a loop and reports their results to it. */
record Sender(PromptSource prompts, LlmClient client, List<? extends LoadProgress> progress) {

    /** Sends a single request on the calling thread and returns when it has ended. */
    void send(Loop loop, NextAction.Send step) {
        send(loop, step, new UserConversation(1));
    }

    /**
     * Returns how one user sends.
     *
     * @return sends as {@link #send} does, in a conversation of its own; for one thread
     */
    WorkerThreads.Work ofUser(int turns) {
        UserConversation own = new UserConversation(turns);
        return (loop, step) -> send(loop, step, own);
    }

    private void send(Loop loop, NextAction.Send step, UserConversation turns) {
        @Nullable RequestRecord record = null;
        Prompt asked;
        boolean early = !loop.hasBegun();
        try {
            // A load takes up the prompts where the previous one stopped, so that none is answered from a cache.
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
