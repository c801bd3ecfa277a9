package io.github.llmperf.measure;

import io.github.llmperf.protocol.TokensFrom;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Tokens of measured requests.
 *
 * @param prompt as the server counts them; 0 when it does not say
 * @param output see {@code from}
 * @param cached prompt tokens from the server's cache; −1 when it does not say
 * @param from the least trustworthy source among the requests
 * @param continued the part of it that belongs to turns after the first of a conversation
 * @param streamed how the output came
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record TokenCounts(
        long prompt, long output, long cached, TokensFrom from, Continued continued, Streamed streamed) {

    /**
     * Counts tokens of answers that came one after the other.
     *
     * @param prompt as the server counts them; 0 when it does not say
     * @param output see {@code from}
     * @param cached prompt tokens from the server's cache; −1 when it does not say
     * @param from the least trustworthy source among the requests
     * @param continued the part of it that belongs to turns after the first of a conversation
     */
    public TokenCounts(long prompt, long output, long cached, TokensFrom from, Continued continued) {
        this(prompt, output, cached, from, continued, Streamed.ONE_BY_ONE);
    }

    /**
     * Counts tokens of requests that stand alone.
     *
     * @param prompt as the server counts them; 0 when it does not say
     * @param output see {@code from}
     * @param cached prompt tokens from the server's cache; −1 when it does not say
     * @param from the least trustworthy source among the requests
     */
    public TokenCounts(long prompt, long output, long cached, TokensFrom from) {
        this(prompt, output, cached, from, Continued.NONE);
    }

    /**
     * Answers and tokens without a time between tokens.
     *
     * @param inOnePiece answers to a streamed request of more than one token whose tokens all came at once: they have no tpot
     *     and no itl
     * @param hidden output tokens that came in no event, such as reasoning that the server does not send; tpot leaves
     *     them out
     * @param hiddenUnknown answers with hidden tokens of which the server does not say how many: they have no tpot
     */
    public record Streamed(long inOnePiece, long hidden, long hiddenUnknown) {

        /** Every token arrived on its own. */
        public static final Streamed ONE_BY_ONE = new Streamed(0, 0, 0);

        Streamed plus(Streamed other) {
            return new Streamed(
                    inOnePiece + other.inOnePiece, hidden + other.hidden, hiddenUnknown + other.hiddenUnknown);
        }
    }

    /**
     * Successful requests that went on with a conversation: what was said before is rightly in the server's cache.
     *
     * @param requests how many
     * @param prompt their prompt tokens; 0 when the server does not say
     * @param cached those of them from the server's cache; 0 when it does not say
     */
    public record Continued(long requests, long prompt, long cached) {

        /** All requests stand alone. */
        public static final Continued NONE = new Continued(0, 0, 0);

        Continued plus(Continued other) {
            return new Continued(requests + other.requests, prompt + other.prompt, cached + other.cached);
        }
    }
}
