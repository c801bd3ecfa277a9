package io.github.llmperf.load;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.prompt.ChatHistory;
import io.github.llmperf.prompt.Prompt;

/**
 * The conversation of one user: what it asks next, and which turn that is. Used by the thread that sends for the user, and
 * by no other.
 *
 * <p>A conversation ends after its turns, and earlier when a request failed or its answer has no visible text: nobody could
 * go on from there.
 */
final class Turns {

    private final int most;
    private ChatHistory history = ChatHistory.NONE;
    private int turn = 1;

    /**
     * Begins the first conversation.
     *
     * @param most requests of one conversation; 1 for requests that stand alone, which are sent as they are
     */
    Turns(int most) {
        this.most = most;
    }

    /** Returns which turn the next request is, from 1. */
    int turn() {
        return turn;
    }

    /** Returns what the next request asks: the user's own words after all that was said before. */
    Prompt ask(Prompt own) {
        return most == 1 ? own : history.ask(own);
    }

    /** Takes note of what became of a request; reasoning is not kept, as chat clients do not send it back. */
    void ended(Prompt asked, RequestRecord record) {
        String answer = record.answer().text();
        boolean goesOn = turn < most && record.succeeded() && !answer.isBlank();
        history = goesOn ? ChatHistory.after(asked, answer) : ChatHistory.NONE;
        turn = goesOn ? turn + 1 : 1;
    }
}
