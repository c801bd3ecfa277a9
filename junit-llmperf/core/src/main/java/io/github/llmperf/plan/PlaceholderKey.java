package io.github.llmperf.plan;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What people write in place of a key where none is needed: to hide it would hide names, paths and numbers with it. */
final class PlaceholderKey {

    private static final Set<String> CUSTOMARY = Set.of(
            "abcd",
            "api-key",
            "api_key",
            "apikey",
            "bearer",
            "changeme",
            "default",
            "dummy",
            "empty",
            "fake",
            "fake-key",
            "llama.cpp",
            "lm-studio",
            "local",
            "localai",
            "localhost",
            "no-key",
            "no-key-required",
            "nokey",
            "none",
            "not-needed",
            "not-required",
            "null",
            "ollama",
            "password",
            "placeholder",
            "secret",
            "sglang",
            "sk-no-key-required",
            "test",
            "test-key",
            "token",
            "token-abc123",
            "unused",
            "vllm");

    /** Counted up, or one digit again and again: no provider issues such. */
    private static final Pattern DIGITS = Pattern.compile("0?1234567?8?9?0?|(\\d)\\1*");

    private static final int SHORTEST_KEY = 4;

    private PlaceholderKey() {}

    static boolean is(String value) {
        return value.length() < SHORTEST_KEY
                || DIGITS.matcher(value).matches()
                || CUSTOMARY.contains(value.toLowerCase(Locale.ROOT));
    }
}
