package io.github.llmperf.prompt;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * One prompt: either plain text, or messages in OpenAI's form that pass through verbatim.
 *
 * @param text the user's text; empty when messages are given
 * @param messages JSON array of messages, verbatim; null when text is given
 * @param chars Unicode code points of the text, or of all message contents
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Prompt(String text, @Nullable String messages, int chars) {

    /**
     * Returns a prompt of plain text.
     *
     * @param text the user's text
     * @return the prompt
     */
    public static Prompt of(String text) {
        return new Prompt(text, null, text.codePointCount(0, text.length()));
    }
}
