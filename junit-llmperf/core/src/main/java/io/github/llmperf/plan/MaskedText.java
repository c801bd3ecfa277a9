package io.github.llmperf.plan;

import java.util.BitSet;

/** A text, and which of its characters are secret. */
final class MaskedText {

    private final String text;

    private final BitSet secret = new BitSet();

    MaskedText(String text) {
        this.text = text;
    }

    /** Hides what the bytes of a reading came from. */
    void hide(TextReading reading, int from, int to) {
        for (int i = from; i < to; i++) {
            secret.set(reading.starts()[i], reading.ends()[i]);
        }
    }

    /** Returns the text with one mask in place of each stretch that is secret. */
    @Override
    public String toString() {
        int from = secret.nextSetBit(0);
        if (from < 0) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length());
        int shownTo = 0;
        while (from >= 0) {
            shown.append(text, shownTo, from).append(Secret.MASK);
            shownTo = secret.nextClearBit(from);
            from = secret.nextSetBit(shownTo);
        }
        return shown.append(text, shownTo, text.length()).toString();
    }
}
