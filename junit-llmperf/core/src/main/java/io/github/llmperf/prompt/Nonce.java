package io.github.llmperf.prompt;

import java.util.Locale;

/**
 * A few characters that make each prompt of each run unique, so that no prefix cache can help: {@code "[k7f3-00042] "}.
 *
 * @param run four characters that stand for the run
 */
record Nonce(String run) {

    private static final int BASE = 36;
    private static final long RUNS = (long) BASE * BASE * BASE * BASE;

    static Nonce ofRun(String runId) {
        long run = Long.remainderUnsigned(ContentHash.bits(runId), RUNS);
        String digits = Long.toString(run, BASE);
        return new Nonce("0".repeat(4 - digits.length()) + digits);
    }

    /** Returns the nonce of a request: plain ASCII that needs no escaping in JSON. */
    String of(int index) {
        return String.format(Locale.ROOT, "[%s-%05d] ", run, index);
    }
}
