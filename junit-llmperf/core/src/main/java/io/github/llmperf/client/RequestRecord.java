package io.github.llmperf.client;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * One request and all that is known of it.
 *
 * @param index number within the run, from 0, warm-up included
 * @param user which user sent it, from 0; −1 in open loop
 * @param phase which part of the run it belongs to
 * @param turn which turn of its user's conversation it was, from 1; 1 where requests stand alone
 * @param promptChars Unicode code points of the prompt
 * @param maxNewTokens most tokens it asked for: the load's, or its prompt's own where that is less
 * @param moments when things happened
 * @param status HTTP status, 0 when there was none
 * @param bytes body bytes of the answer
 * @param coalescedEvents token events whose gap to the one before is below 100 µs or whose bytes were already buffered
 * @param staleRetries how often a stale pooled connection was replaced; 0 or 1
 * @param answer what came, complete or not
 * @param failure why it failed; null for success
 */
@API(status = Status.INTERNAL, since = "0.1")
public record RequestRecord(
        int index,
        int user,
        RequestPhase phase,
        int turn,
        int promptChars,
        int maxNewTokens,
        RequestTimestamps moments,
        int status,
        long bytes,
        int coalescedEvents,
        int staleRetries,
        Answer answer,
        @Nullable Failure failure) {

    /** Returns whether the request counts. */
    public boolean measured() {
        return phase == RequestPhase.MEASURED;
    }

    /** Returns whether the request was sent before the measurement. */
    public boolean warmup() {
        return phase == RequestPhase.WARMUP;
    }

    /**
     * Returns whether the request succeeded.
     *
     * @return true when there is no failure
     */
    public boolean succeeded() {
        return failure == null;
    }

    /**
     * Returns whether the run's own end cut this request off, so that it counts neither as success nor as failure.
     *
     * @return true for {@link FailureKind#CANCELLED}
     */
    public boolean cancelled() {
        return failure != null && failure.kind() == FailureKind.CANCELLED;
    }

    /**
     * Returns whether this machine, not the server, failed the request, so that it says nothing about the server.
     *
     * @return true for {@link FailureKind#GENERATOR}
     */
    public boolean failedHere() {
        return failure != null && failure.kind() == FailureKind.GENERATOR;
    }

    /**
     * Returns what a run keeps of a request until its end: no texts, and one object for all equal reasons to finish and models, which
     * each answer reads anew.
     *
     * @return the same without the texts of the answer
     */
    public RequestRecord withoutTexts() {
        String finishReason = answer.finishReason();
        String model = answer.model();
        return new RequestRecord(
                index,
                user,
                phase,
                turn,
                promptChars,
                maxNewTokens,
                moments,
                status,
                bytes,
                coalescedEvents,
                staleRetries,
                new Answer(
                        "",
                        "",
                        answer.outputChars(),
                        answer.contentChunks(),
                        answer.reasoningChunks(),
                        answer.toolChunks(),
                        answer.promptTokens(),
                        answer.outputTokens(),
                        answer.hiddenTokens(),
                        answer.cachedTokens(),
                        answer.tokensFrom(),
                        finishReason == null ? null : finishReason.intern(),
                        answer.sawDone(),
                        answer.serverTimes(),
                        model == null ? null : model.intern(),
                        answer.warnings()),
                failure);
    }
}
