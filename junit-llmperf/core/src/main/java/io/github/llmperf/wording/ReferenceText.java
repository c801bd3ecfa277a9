package io.github.llmperf.wording;

import io.github.llmperf.verdict.Reference;

/** What a run is compared with, in words. */
final class ReferenceText {

    private ReferenceText() {}

    /** Returns the noun alone: {@code stored runs}, {@code run of v1.2}, {@code pairs with canary}. */
    static String noun(Reference reference, int number) {
        String plural = number == 1 ? "" : "s";
        return switch (reference.kind()) {
            case STORED_RUNS -> "stored run" + plural;
            case ANCHOR -> "run" + plural + " of " + reference.name();
            case TARGET -> "pair" + plural + " with " + reference.name();
        };
    }

    /** Returns the noun with its number: {@code 10 stored runs}, {@code canary in 8 pairs}. */
    static String count(Reference reference, int number) {
        return reference.kind() == Reference.Kind.TARGET
                ? reference.name() + " in " + Numbers.count(number, "pair")
                : number + " " + noun(reference, number);
    }
}
