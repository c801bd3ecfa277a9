package io.github.llmperf.prompt;

import io.github.llmperf.plan.Workload;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/**
 * A length that prompts are cut or built to.
 *
 * @param budget how much a prompt may weigh
 * @param weight what a code point weighs
 */
record PromptLength(long budget, IntUnaryOperator weight) {

    private static final String BETWEEN_TEXTS = "\n\n";

    /** Returns the length a workload asks for; empty to leave prompts as they are. */
    static Optional<PromptLength> of(Workload workload) {
        if (workload.prompts().chars().isPresent()) {
            return Optional.of(new PromptLength(workload.prompts().chars().getAsInt(), codePoint -> 1));
        }
        if (workload.prompts().tokens().isPresent()) {
            return Optional.of(ofTokens(workload.prompts().tokens().getAsInt()));
        }
        return Optional.empty();
    }

    /** Names the setting that asks for a length. */
    static String setting(Workload workload) {
        return workload.prompts().chars().isPresent() ? "promptChars" : "promptTokens";
    }

    /** Returns an estimated length in tokens. */
    static PromptLength ofTokens(long tokens) {
        return new PromptLength(tokens * TokenEstimate.PER_TOKEN, TokenEstimate::weight);
    }

    /** Returns what a text weighs. */
    long weightOf(String text) {
        return text.codePoints().mapToLong(weight::applyAsInt).sum();
    }

    /** Returns the length that is left once something stands in front: one token at the least. */
    PromptLength without(String front) {
        if (front.isEmpty()) {
            return this;
        }
        return new PromptLength(Math.max(budget - weightOf(front), TokenEstimate.PER_TOKEN), weight);
    }

    /**
     * Joins texts until the length is reached and cuts there, between two code points.
     *
     * @param texts gives the first text, then others; none of them empty
     * @return the longest beginning that fits; exact when every code point weighs one
     */
    String fit(Supplier<String> texts) {
        return fit(texts, BETWEEN_TEXTS);
    }

    /** The same with something else between two texts. */
    String fit(Supplier<String> texts, String between) {
        StringBuilder fitted = new StringBuilder();
        long left = append(fitted, texts.get(), budget);
        while (left > 0) {
            left = append(fitted, between, left);
            left = append(fitted, texts.get(), left);
        }
        return fitted.toString();
    }

    /** Returns what is left of the budget; 0 as soon as a code point no longer fits. */
    private long append(StringBuilder target, String text, long budgetLeft) {
        long left = budgetLeft;
        int end = 0;
        while (end < text.length()) {
            int codePoint = text.codePointAt(end);
            left -= weight.applyAsInt(codePoint);
            if (left < 0) {
                target.append(text, 0, end);
                return 0;
            }
            end += Character.charCount(codePoint);
        }
        target.append(text);
        return left;
    }
}
