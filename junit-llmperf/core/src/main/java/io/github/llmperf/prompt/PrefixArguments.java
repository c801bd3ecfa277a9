package io.github.llmperf.prompt;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The arguments of {@code shared-prefix(…)} and their defaults. */
final class PrefixArguments {

    private static final Set<String> KNOWN = Collections.unmodifiableSet(new LinkedHashSet<>(
            List.of("prefixes", "questions", "prefixTokens", "questionTokens", "language", "seed")));
    private static final List<String> LANGUAGES = List.of("en", "zh");

    private static final int MOST_PROMPTS = 10_000_000;

    /** Beginnings are kept: some 60 MB of them. */
    private static final long MOST_TOKENS = 16_000_000;

    private PrefixArguments() {}

    /**
     * Parses the arguments.
     *
     * @throws IllegalArgumentException if one is wrong, or all together ask for more than can be held
     */
    static SharedPrefixes.Shape of(GeneratorCall call) {
        Map<String, String> arguments = call.arguments(KNOWN);
        String language = arguments.getOrDefault("language", "en");
        if (!LANGUAGES.contains(language)) {
            throw call.error("must have language as en or zh, but has '" + language + "'; correct it");
        }
        SharedPrefixes.Shape shape = new SharedPrefixes.Shape(
                call.number(arguments, "prefixes", 8, 1, 1_000_000),
                call.number(arguments, "questions", 32, 1, 1_000_000),
                call.number(arguments, "prefixTokens", 2000, 32, 1_000_000),
                call.number(arguments, "questionTokens", 100, 32, 100_000),
                language,
                call.number(arguments, "seed", 1, 0, 999_999_999));
        if ((long) shape.prefixes() * shape.questions() > MOST_PROMPTS) {
            throw call.error("must have at most " + MOST_PROMPTS + " prompts, prefixes times questions, but has "
                    + (long) shape.prefixes() * shape.questions() + "; lower one of them");
        }
        if ((long) shape.prefixes() * shape.prefixTokens() > MOST_TOKENS) {
            throw call.error("must have at most " + MOST_TOKENS + " tokens in all its prefixes, but has "
                    + (long) shape.prefixes() * shape.prefixTokens() + "; lower prefixes or prefixTokens");
        }
        return shape;
    }
}
