package io.github.llmperf.protocol.kit;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Text that grows, of one or several choices. */
final class OutputText {

    private final Map<Integer, StringBuilder> choices = new HashMap<>();

    /** Returns whether there was anything to add. */
    boolean add(int choice, String delta) {
        if (delta.isEmpty()) {
            return false;
        }
        choices.computeIfAbsent(choice, c -> new StringBuilder()).append(delta);
        return true;
    }

    void replace(int choice, String text) {
        choices.put(choice, new StringBuilder(text));
    }

    int codePoints() {
        int count = 0;
        for (StringBuilder text : choices.values()) {
            count += text.codePointCount(0, text.length());
        }
        return count;
    }

    /** Halves of surrogate pairs that never met their other half could not be written as UTF-8. */
    String ofFirst() {
        @Nullable StringBuilder text = choices.get(0);
        if (text == null) {
            return "";
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                text.setCharAt(i, '\uFFFD');
            }
        }
        return text.toString();
    }
}
