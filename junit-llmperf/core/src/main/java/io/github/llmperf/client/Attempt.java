package io.github.llmperf.client;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.Trouble;
import org.jspecify.annotations.Nullable;

/**
 * How one attempt at a request went.
 *
 * @param head status and headers; null when none came
 * @param bytes body bytes read, decoded
 * @param trouble why it is no success; null for success
 * @param stale whether a pooled connection turned out to be closed before a byte came
 */
record Attempt(@Nullable AnswerHead head, long bytes, Answer answer, @Nullable Trouble trouble, boolean stale) {

    static Attempt failed(Trouble trouble, boolean stale) {
        return new Attempt(null, 0, Answer.NONE, trouble, stale);
    }
}
