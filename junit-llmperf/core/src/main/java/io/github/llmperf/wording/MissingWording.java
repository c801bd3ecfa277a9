package io.github.llmperf.wording;

/** A fact that nobody has words for: {@code WordingTests} finds it before a user does. */
final class MissingWording {

    private MissingWording() {}

    static IllegalStateException of(Object fact) {
        return new IllegalStateException("no words for " + fact.getClass().getName());
    }
}
