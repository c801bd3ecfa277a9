package io.github.llmperf.prompt;

import io.github.llmperf.plan.Workload;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * One prompt: either plain text, or messages in OpenAI's form that pass through verbatim.
 *
 * @param text the user's text; empty when messages are given
 * @param messages JSON array of messages, verbatim; null when text is given
 * @param chars Unicode code points of the text, or of all message contents; 0 or more
 * @param answerLength how long its answer may be; empty when the load alone says so
 * @param conversation all that the user says in a recorded conversation, this prompt first; empty where none was recorded
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Prompt(
        String text,
        @Nullable String messages,
        int chars,
        Optional<AnswerLength> answerLength,
        List<Prompt> conversation) {

    /** Copies the list. */
    public Prompt {
        conversation = List.copyOf(conversation);
    }

    /**
     * Returns a prompt that stands alone, without a length of its own.
     *
     * @param text the user's text; empty when messages are given
     * @param messages JSON array of messages, verbatim; null when text is given
     * @param chars Unicode code points of the text, or of all message contents; 0 or more
     */
    public Prompt(String text, @Nullable String messages, int chars) {
        this(text, messages, chars, Optional.empty(), List.of());
    }

    /**
     * Returns a prompt of plain text.
     *
     * @param text the user's text
     * @return the prompt
     */
    public static Prompt of(String text) {
        return new Prompt(text, null, text.codePointCount(0, text.length()));
    }

    /**
     * Returns this prompt with another length of its answer.
     *
     * @param newLength how long its answer may be; empty when the load alone says so
     * @return the changed copy
     */
    public Prompt withAnswerLength(Optional<AnswerLength> newLength) {
        return new Prompt(text, messages, chars, newLength, conversation);
    }

    /**
     * Returns how many tokens a request with this prompt asks for.
     *
     * @param load what each request of the load asks for
     * @return the load's {@code maxNewTokens}, or less; 1 or more
     */
    public int maxNewTokens(Workload load) {
        return answerLength
                .map(own -> own.within(load.maxNewTokens(), load.forceLength()))
                .orElse(load.maxNewTokens());
    }

    /** The same with another text of the user. */
    Prompt withText(String newText) {
        return new Prompt(newText, null, newText.codePointCount(0, newText.length()), answerLength, conversation);
    }

    /** The same with other messages. */
    Prompt withMessages(String newMessages, int newChars) {
        return new Prompt("", newMessages, newChars, answerLength, conversation);
    }

    /** The same as the first turn of a recorded conversation. */
    Prompt first(List<Prompt> turns) {
        return new Prompt(text, messages, chars, answerLength, turns);
    }
}
