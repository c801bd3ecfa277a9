package io.github.llmperf.prompt;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How long the answer to one prompt may be, as the prompt's own entry in a file says it.
 *
 * @param tokens 1 or more
 * @param recorded whether it is the estimated length of an answer that was recorded with the prompt, rather than a limit
 *     that somebody wrote down; such a length counts only where the load forces lengths
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record AnswerLength(int tokens, boolean recorded) {

    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if it is no token at all
     */
    public AnswerLength {
        if (tokens < 1) {
            throw new IllegalArgumentException("length of an answer must be 1 token or more, but is " + tokens);
        }
    }

    /**
     * Returns a limit that somebody wrote down.
     *
     * @param tokens 1 or more
     * @return the length
     * @throws IllegalArgumentException if it is no token at all
     */
    public static AnswerLength atMost(int tokens) {
        return new AnswerLength(tokens, false);
    }

    /**
     * Returns what a request with this length asks for.
     *
     * @param mostOfLoad the load's {@code maxNewTokens}
     * @param forced whether the load forces lengths
     * @return most new tokens, never more than the load's
     */
    public int within(int mostOfLoad, boolean forced) {
        return recorded && !forced ? mostOfLoad : Math.min(tokens, mostOfLoad);
    }
}
