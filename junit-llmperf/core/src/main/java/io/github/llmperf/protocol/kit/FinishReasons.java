package io.github.llmperf.protocol.kit;

import java.util.Locale;
import java.util.Set;

/** What the reasons of an end say, whatever the server. */
final class FinishReasons {

    private static final Set<String> LENGTHS = Set.of(
            "length",
            "max_tokens",
            "max_length",
            "limit",
            "model_length",
            "model_context_window_exceeded",
            "max_new_tokens");

    private FinishReasons() {}

    /** Returns whether the answer ended since it was long enough: the last token is then one like all others. */
    static boolean isLength(String reason) {
        return LENGTHS.contains(reason.toLowerCase(Locale.ROOT));
    }
}
