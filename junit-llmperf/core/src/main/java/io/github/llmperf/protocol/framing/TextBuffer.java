package io.github.llmperf.protocol.framing;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Collects a body, up to a limit past which bytes are dropped.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class TextBuffer {

    private final ByteLine bytes = new ByteLine();
    private final int limit;
    private boolean overflown;

    /**
     * Returns an empty buffer.
     *
     * @param limit most bytes kept
     */
    public TextBuffer(int limit) {
        this.limit = limit;
    }

    /**
     * Adds bytes as long as there is room.
     *
     * @param source holds them
     * @param offset index of the first
     * @param length how many
     */
    public void append(byte[] source, int offset, int length) {
        int room = limit - bytes.size();
        overflown |= length > room;
        bytes.append(source, offset, offset + Math.min(length, room));
    }

    /**
     * Returns whether bytes had to be dropped.
     *
     * @return true when there was more than the limit
     */
    public boolean isOverflown() {
        return overflown;
    }

    /**
     * Returns what was kept.
     *
     * @return text without a byte order mark; malformed UTF-8 is U+FFFD
     */
    public String text() {
        String text = bytes.text();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }
}
