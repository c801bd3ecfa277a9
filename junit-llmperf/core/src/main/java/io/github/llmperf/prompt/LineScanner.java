package io.github.llmperf.prompt;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the lines of a large file one by one, and tells where each stands. Lines end as in {@link PromptFile}; no byte of a
 * line end is a part of another character in UTF-8.
 */
final class LineScanner implements AutoCloseable {

    private static final int BUFFER = 1 << 16;
    private static final int END = -1;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final PromptFile file;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int filled;
    private int next;
    private long bufferAt;
    private long begin;
    private int number;

    /**
     * Begins with the first line.
     *
     * @param file for messages
     * @param in from the first byte
     */
    LineScanner(PromptFile file, InputStream in) {
        this.file = file;
        this.in = in;
    }

    /**
     * Goes to the next line.
     *
     * @return false at the end of the file
     */
    boolean advance() throws IOException {
        line.reset();
        skipByteOrderMark();
        begin = position();
        int b = read();
        if (b == END) {
            return false;
        }
        number++;
        while (b != END && b != '\n' && b != '\r') {
            line.write(b);
            b = read();
        }
        if (b == '\r' && peek() == '\n') {
            read();
        }
        return true;
    }

    /** Where the line begins, in bytes from the file's start. */
    long begin() {
        return begin;
    }

    /** Where the next line begins. */
    long position() {
        return bufferAt + next;
    }

    /** Number of the line, from 1. */
    int number() {
        return number;
    }

    /**
     * Returns the line without its end.
     *
     * @throws IllegalArgumentException if it is not UTF-8
     */
    String text() {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    file.source() + " must be UTF-8, but line " + number + ", at offset " + begin
                            + ", is not; save the file as UTF-8",
                    e);
        }
    }

    private void skipByteOrderMark() throws IOException {
        if (number == 0 && peek() == (BYTE_ORDER_MARK[0] & 0xFF) && filled >= BYTE_ORDER_MARK.length) {
            boolean marked = buffer[1] == BYTE_ORDER_MARK[1] && buffer[2] == BYTE_ORDER_MARK[2];
            next += marked ? BYTE_ORDER_MARK.length : 0;
        }
    }

    private int read() throws IOException {
        int b = peek();
        next += b == END ? 0 : 1;
        return b;
    }

    private int peek() throws IOException {
        if (next == filled) {
            bufferAt += filled;
            next = 0;
            filled = Math.max(0, in.readNBytes(buffer, 0, BUFFER));
        }
        return filled == 0 ? END : buffer[next] & 0xFF;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
