package io.github.llmperf.protocol;

/** Collects a body, up to a limit past which bytes are dropped. */
final class TextBuffer {

    private final ByteLine bytes = new ByteLine();
    private final int limit;

    TextBuffer(int limit) {
        this.limit = limit;
    }

    void append(byte[] source, int offset, int length) {
        bytes.append(source, offset, offset + Math.min(length, limit - bytes.size()));
    }

    /** Text without a byte order mark. */
    String text() {
        String text = bytes.text();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }
}
