package io.github.llmperf.bench.verdict;

/** Something that must hold. */
record Claim(String text, String measured, Answer answer) {

    /** Whether a claim holds. */
    enum Answer {
        /** What was measured keeps the limit. */
        YES("yes"),
        /** It does not, but the interval reaches to where it would. */
        WITHIN_CHANCE("not decided: within chance"),
        /** It does not, and the interval excludes that it would. */
        NO("**no**");

        private final String text;

        Answer(String text) {
            this.text = text;
        }

        static Answer of(boolean holds) {
            return holds ? YES : NO;
        }

        static Answer of(boolean holds, boolean possible) {
            return possible && !holds ? WITHIN_CHANCE : of(holds);
        }
    }

    String row() {
        return "| " + text + " | " + measured + " | " + answer.text + " |\n";
    }
}
