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
 * <p>A recorded conversation continues with what its human said next; any other with the next prompt of the set. It
 * ends after its planned or recorded turns, or earlier if a request failed or its answer has no visible text, as there
 * is nothing to continue from.
 */
final class UserConversation {

    private final int most;
    private ChatHistory history = ChatHistory.NONE;
    private List<Prompt> recorded = List.of();
    private int turn = 1;

    /**
     * Begins the first conversation.
     *
     * @param most requests of one conversation; 1 for requests that stand alone, which are sent as they are
     */
    UserConversation(int most) {
        this.most = most;
    }

    /** Returns which turn the next request is, from 1. */
    int turn() {
        return turn;
    }

    /** Returns the next request's prompt: the user's new text after the conversation so far. */
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

    /** Records the result of a request; reasoning is dropped, as chat clients do not send it back. */
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
