package io.github.llmperf.prompt;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * An estimate of how many tokens a text will be, made without a tokenizer: four characters a token in alphabetic scripts,
 * one and a half in Chinese, Japanese and Korean.
 *
 * <p>Used only for cutting prompts and for estimating the cost of a run. Real tokenizers differ by up to a third either
 * way; the prompt tokens in reports are always the server's own count.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class TokenEstimate {

    /** Twelfths of a token: the smallest unit in which a quarter and two thirds are whole. */
    static final int PER_TOKEN = 12;

    private static final int ALPHABETIC = 3;
    private static final int IDEOGRAPHIC = 8;

    /** Where the blocks of East Asian scripts begin; emoji, further up, cost as much. */
    private static final int FIRST_EAST_ASIAN = 0x2E80;

    private TokenEstimate() {}

    /**
     * Estimates the tokens of a text.
     *
     * @return about how many tokens, rounded up; 0 only for the empty text
     */
    public static long of(String text) {
        long twelfths = text.codePoints().mapToLong(TokenEstimate::weight).sum();
        return (twelfths + PER_TOKEN - 1) / PER_TOKEN;
    }

    /**
     * Estimates the tokens of a prompt. For verbatim messages their JSON is counted, roles and all.
     *
     * @return about how many tokens, rounded up
     */
    public static long of(Prompt prompt) {
        String messages = prompt.messages();
        return of(messages == null ? prompt.text() : messages);
    }

    /** Twelfths of a token that a code point counts. */
    static int weight(int codePoint) {
        return codePoint < FIRST_EAST_ASIAN ? ALPHABETIC : IDEOGRAPHIC;
    }
}
