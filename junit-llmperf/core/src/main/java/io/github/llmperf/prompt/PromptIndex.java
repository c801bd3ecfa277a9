package io.github.llmperf.prompt;

import java.util.Arrays;
import java.util.Optional;

/**
 * What is kept of a large file's prompts while they are looked through one by one: where each begins, in eight bytes, the
 * length of its answer where some have one, in four more, and what all together amount to.
 */
final class PromptIndex {

    private long[] begins = new long[1024];
    private int[] answers = {};
    private int size;
    private int skipped;
    private boolean messages;
    private double tokens;
    private final ContentHash.Growing hash = new ContentHash.Growing();

    void add(long begin, Optional<Prompt> prompt) {
        if (prompt.isEmpty()) {
            skipped++;
            return;
        }
        if (size == begins.length - 1) {
            begins = Arrays.copyOf(begins, 2 * begins.length);
        }
        begins[size] = begin;
        prompt.get().answerLength().ifPresent(this::noteAnswer);
        messages |= prompt.get().messages() != null;
        tokens += TokenEstimate.of(prompt.get());
        hash.add(prompt.get());
        size++;
    }

    private void noteAnswer(AnswerLength length) {
        if (answers.length <= size) {
            answers = Arrays.copyOf(answers, begins.length);
        }
        answers[size] = length.recorded() ? -length.tokens() : length.tokens();
    }

    /** Number of entries so far, with those that have no prompt. */
    int count() {
        return size + skipped;
    }

    /** Prompts found. */
    int size() {
        return size;
    }

    int skipped() {
        return skipped;
    }

    boolean hasMessages() {
        return messages;
    }

    double meanTokens() {
        return tokens / size;
    }

    String contentHash() {
        return hash.shown();
    }

    /** Says where the last entry has ended at the latest. */
    void end(long position) {
        begins[size] = position;
    }

    /** Where a prompt's entry begins; for {@link #size()} where the last has ended. */
    long begin(int position) {
        return begins[position];
    }

    /** The length of a prompt's answer. */
    Optional<AnswerLength> answer(int position) {
        int length = position < answers.length ? answers[position] : 0;
        return length == 0 ? Optional.empty() : Optional.of(new AnswerLength(Math.abs(length), length < 0));
    }
}
