package io.github.llmperf.bench.verdict;

/**
 * Something that must hold.
 *
 * @param text what
 * @param measured what came out
 * @param holds whether it does
 */
record Claim(String text, String measured, boolean holds) {

    String row() {
        return "| " + text + " | " + measured + " | " + (holds ? "yes" : "**no**") + " |\n";
    }
}
