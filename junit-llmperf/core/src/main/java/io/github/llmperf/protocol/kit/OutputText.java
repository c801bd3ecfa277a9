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

    String ofFirst() {
        @Nullable StringBuilder text = choices.get(0);
        return text == null ? "" : text.toString();
    }
}
