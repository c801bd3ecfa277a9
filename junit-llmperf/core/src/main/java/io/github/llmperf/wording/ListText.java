package io.github.llmperf.wording;

import java.util.List;
import java.util.stream.Collectors;

/** Several things in a row. */
final class ListText {

    private ListText() {}

    /** Returns one or more: {@code a}, {@code a and b}, {@code a, b and c}. */
    static String and(List<?> things) {
        int last = things.size() - 1;
        String most = things.subList(0, last).stream().map(Object::toString).collect(Collectors.joining(", "));
        return (most.isEmpty() ? "" : most + " and ") + things.get(last);
    }
}
