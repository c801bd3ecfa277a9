package io.github.llmperf.load;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.prompt.ChatHistory;
import io.github.llmperf.prompt.Prompt;
import java.util.List;
import java.util.function.Supplier;

/**
 * The conversation of one user: what it asks next, and which turn that is. Used by the thread that sends for the user, and
 * by no other.
 *
 * <p>A conversation that was recorded goes on with what its human said next; any other with the next prompt of the set. It
 * ends after its turns, or those recorded, and earlier when a request failed or its answer has no visible text: nobody could
 * go on from there.
 */
final class Turns {

    private final int most;
    private ChatHistory history = ChatHistory.NONE;
    private List<Prompt> recorded = List.of();
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

    /**
     * Returns what the next request asks: the user's own words after all that was said before.
     *
     * @param next gives the next prompt of the set
     */
    Prompt ask(Supplier<Prompt> next) {
        if (most == 1) {
            return next.get();
        }
        if (turn > 1 && !recorded.isEmpty()) {
            return history.ask(recorded.get(turn - 1));
        }
        Prompt own = next.get();
        if (turn == 1) {
            recorded = own.conversation();
        }
        return history.ask(own);
    }

    /** Takes note of what became of a request; reasoning is not kept, as chat clients do not send it back. */
    void ended(Prompt asked, RequestRecord record) {
        String answer = record.answer().text();
        boolean goesOn = turn < most
                && (recorded.isEmpty() || turn < recorded.size())
                && record.succeeded()
                && !answer.isBlank();
        history = goesOn ? ChatHistory.after(asked, answer) : ChatHistory.NONE;
        turn = goesOn ? turn + 1 : 1;
    }
}
