package io.github.llmperf.load;

import io.github.llmperf.client.RequestPhase;

/** What a load does next, as its loop answers when asked. */
sealed interface NextAction {

    /** Nothing more is sent. */
    NextAction STOP = new Stop();

    /**
     * Prepare a request now, and send it when the plan wants it sent.
     *
     * @param index number within the run, from 0, warm-up included
     * @param user who sends it; −1 in open loop
     * @param phase which part of the run it belongs to
     * @param scheduled when the plan wanted it sent
     */
    record Send(int index, int user, RequestPhase phase, long scheduled) implements NextAction {}

    /**
     * Ask again at a moment, or earlier when the loop has changed.
     *
     * @param until in terms of the run's clock
     */
    record Wait(long until) implements NextAction {}

    /** Stop: the run takes no more requests. */
    record Stop() implements NextAction {}
}
