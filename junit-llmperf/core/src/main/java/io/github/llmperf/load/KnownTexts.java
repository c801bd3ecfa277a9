package io.github.llmperf.load;

import io.github.llmperf.protocol.Failure;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Numbers instead of texts that come again and again. Each text is kept once; when too many different ones have come, a
 * stand-in takes the place of all further ones, so that a server which never says the same twice fills no memory.
 */
final class KnownTexts {

    private static final int NULL = 0;
    private static final int STAND_IN = 1;
    private static final int FIRST = 2;

    private final ConcurrentHashMap<String, Integer> numbers = new ConcurrentHashMap<>();
    private final AtomicReferenceArray<String> texts;
    private int known = FIRST;

    /**
     * Starts without texts.
     *
     * @param most different texts that are kept
     * @param standIn read in the place of every further one
     */
    KnownTexts(int most, String standIn) {
        texts = new AtomicReferenceArray<>(FIRST + most);
        texts.set(STAND_IN, standIn);
    }

    /** Returns the number of a text, which is cut to the length of a failure's message. */
    int numberOf(@Nullable String text) {
        if (text == null) {
            return NULL;
        }
        String kept = text.length() <= Failure.MESSAGE_LENGTH ? text : text.substring(0, Failure.MESSAGE_LENGTH);
        Integer number = numbers.get(kept);
        return number == null ? learn(kept) : number;
    }

    /** Returns the text that a number stands for; null for the number of null. */
    @Nullable
    String text(int number) {
        return number == NULL ? null : texts.get(number);
    }

    private synchronized int learn(String text) {
        Integer number = numbers.get(text);
        if (number != null) {
            return number;
        }
        if (known == texts.length()) {
            return STAND_IN;
        }
        texts.set(known, text);
        numbers.put(text, known);
        return known++;
    }
}
