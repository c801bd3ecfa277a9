package io.github.llmperf.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * A byte that is not UTF-8.
 *
 * @param offset from the file's beginning
 * @param line from 1
 */
record WrongByte(long offset, long line) {

    private static final int BUFFER = 1 << 13;

    /** Finds the first one of a file that has one. */
    static WrongByte first(InputStream in) throws IOException {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer bytes = ByteBuffer.allocate(BUFFER);
        CharBuffer chars = CharBuffer.allocate(BUFFER);
        long offset = 0;
        long line = 1;
        CoderResult result = CoderResult.UNDERFLOW;
        boolean ended = false;
        while (!result.isError() && !ended) {
            int read = in.readNBytes(bytes.array(), bytes.position(), bytes.remaining());
            ended = read < bytes.remaining();
            bytes.position(bytes.position() + read).flip();
            result = decoder.decode(bytes, chars.clear(), ended);
            offset += bytes.position();
            line += chars.flip().chars().filter(c -> c == '\n').count();
            bytes.compact();
        }
        return new WrongByte(offset, line);
    }

    @Override
    public String toString() {
        return "the byte at offset " + offset + " (line " + line + ")";
    }
}
