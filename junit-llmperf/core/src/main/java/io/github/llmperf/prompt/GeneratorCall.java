package io.github.llmperf.prompt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A prompt set that is made rather than found, as it is written: {@code shared-prefix(prefixes=8, questions=32)}.
 *
 * @param inside what stands between the parentheses
 */
record GeneratorCall(String written, String generator, String inside) {

    static final String DOCUMENT = "document-qa";
    static final String PREFIX = "shared-prefix";
    static final String CONTINUATION = "continuation";

    private static final Pattern CALL =
            Pattern.compile("\\s*(" + DOCUMENT + "|" + PREFIX + "|" + CONTINUATION + ")\\s*\\((.*)\\)\\s*");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    /** Returns the call that a name is; empty for the name of a set or file. */
    static Optional<GeneratorCall> of(String name) {
        Matcher call = CALL.matcher(name);
        return call.matches()
                ? Optional.of(
                        new GeneratorCall(name, call.group(1), call.group(2).strip()))
                : Optional.empty();
    }

    /**
     * Parses the arguments.
     *
     * @param known names they may have
     * @throws IllegalArgumentException if one is written otherwise, has another name or comes twice
     */
    Map<String, String> arguments(Set<String> known) {
        Map<String, String> arguments = new LinkedHashMap<>();
        for (String part : parts()) {
            int equals = part.indexOf('=');
            String key = part.substring(0, Math.max(0, equals)).strip();
            if (!known.contains(key)) {
                throw error("must have arguments such as " + String.join("=…, ", known) + "=…, but has '" + part.strip()
                        + "'; correct it or leave it out");
            }
            if (arguments.put(key, part.substring(equals + 1).strip()) != null) {
                throw error("must have each argument once, but has " + key + " twice; remove one");
            }
        }
        return arguments;
    }

    private List<String> parts() {
        return inside.isEmpty() ? new ArrayList<>() : List.of(inside.split(",", -1));
    }

    /**
     * Reads a whole number.
     *
     * @throws IllegalArgumentException if it is none, or out of range
     */
    int number(Map<String, String> arguments, String key, int otherwise, int least, int most) {
        String text = arguments.getOrDefault(key, Integer.toString(otherwise));
        if (!NUMBER.matcher(text).matches() || Integer.parseInt(text) < least || Integer.parseInt(text) > most) {
            throw error("must have " + key + " as a whole number from " + least + " to " + most + ", but has '" + text
                    + "'; correct it, or leave it out for " + otherwise);
        }
        return Integer.parseInt(text);
    }

    /** An error in what is written: all of it, then the sentence. */
    IllegalArgumentException error(String sentence) {
        return new IllegalArgumentException("prompt set '" + written + "' " + sentence);
    }
}
