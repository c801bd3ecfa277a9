package io.github.llmperf.client;

import io.github.llmperf.prompt.Prompt;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * One request about to be sent.
 *
 * @param index number within the run, from 0, warm-up included
 * @param user which user sends it, from 0; −1 in open loop
 * @param phase which part of the run it belongs to
 * @param turn which turn of its user's conversation it is, from 1; 1 where requests stand alone
 * @param scheduled when the plan wants it sent, in terms of the client's clock: not earlier, though it is handed over before
 * @param connectsEarly whether a connection may be opened for it before that moment; otherwise opening one counts as sending
 */
@API(status = Status.INTERNAL, since = "0.1")
public record PlannedRequest(
        int index, int user, RequestPhase phase, int turn, Prompt prompt, long scheduled, boolean connectsEarly) {

    /**
     * Plans a request for which no connection is opened before it is due.
     *
     * @param index number within the run, from 0, warm-up included
     * @param user which user sends it, from 0; −1 in open loop
     * @param turn which turn of its user's conversation it is, from 1; 1 where requests stand alone
     * @param scheduled when the plan wants it sent, in terms of the client's clock
     */
    public PlannedRequest(int index, int user, RequestPhase phase, int turn, Prompt prompt, long scheduled) {
        this(index, user, phase, turn, prompt, scheduled, false);
    }
}
