package io.github.llmperf.client.prometheus;

/** A line that cannot be parsed. */
final class MalformedLineException extends Exception {

    private static final long serialVersionUID = 1;

    /** Without a stack: a page of another format has thousands of such lines, and nobody reads one. */
    MalformedLineException() {
        super("line is none of the format", null, false, false);
    }
}
