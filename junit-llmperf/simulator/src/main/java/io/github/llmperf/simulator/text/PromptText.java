package io.github.llmperf.simulator.text;

import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a prompt says, as far as a simulated model cares.
 *
 * @param text the last message of a chat, or the whole prompt
 */
@API(status = Status.INTERNAL, since = "0.1")
public record PromptText(String text) {

    /** Longer than what load tests put in front of prompts to keep caches out. */
    private static final int NONCE_CHARS = 24;

    private static final int CHARS_PER_TOKEN = 4;

    /**
     * Returns about how many tokens a text has: one for each Chinese character, one for each four others.
     *
     * @return 0 for an empty text, else 1 or more
     */
    public static int tokensOf(String text) {
        int wide = (int) text.codePoints().filter(PromptText::isWide).count();
        int narrow = text.codePointCount(0, text.length()) - wide;
        return wide + (narrow + CHARS_PER_TOKEN - 1) / CHARS_PER_TOKEN;
    }

    /**
     * Returns a key for each whole block of tokens from the first on, which stands for the whole text up to the block's end.
     *
     * @param blockTokens tokens of a block, 1 or more
     * @return keys; texts that begin alike begin with the same keys
     */
    public static List<Long> prefixKeys(String text, int blockTokens) {
        List<Long> keys = new ArrayList<>();
        long hash = 1_125_899_906_842_597L;
        int quarters = 0;
        int block = CHARS_PER_TOKEN * blockTokens;
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            hash = 31 * hash + character;
            quarters += isWide(character) ? CHARS_PER_TOKEN : 1;
            if (quarters >= block) {
                keys.add(hash);
                quarters -= block;
            }
            i += Character.charCount(character);
        }
        return keys;
    }

    private static boolean isWide(int character) {
        return Character.isIdeographic(character)
                || (character >= 0x3000 && character <= 0x30ff)
                || (character >= 0xac00 && character <= 0xd7a3)
                || (character >= 0xff00 && character <= 0xffef);
    }

    /**
     * Returns whether the answer is to be in Chinese.
     *
     * @return true if at least a fifth of the characters are Chinese
     */
    boolean isChinese() {
        long chinese = text.codePoints().filter(Character::isIdeographic).count();
        return chinese > 0 && chinese * 5 >= text.codePointCount(0, text.length());
    }

    /**
     * Returns a number that stands for the prompt but not for a nonce in front of it: a hash of the prompt's end. How
     * much of the end is rounded down to a power of two, so that nonces of slightly different lengths seldom matter.
     *
     * @return the same for prompts that differ only in a prefix of up to 24 characters, or half of a shorter prompt
     */
    long fingerprint() {
        int stable = Math.max(text.length() - NONCE_CHARS, text.length() / 2);
        return text.substring(text.length() - Integer.highestOneBit(stable)).hashCode();
    }
}
