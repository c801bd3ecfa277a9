package io.github.llmperf.prompt;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * The text of a file that holds prompts.
 *
 * @param source what messages call the file
 * @param text its content without byte order mark, with lines ended by {@code \n} alone
 */
record PromptFile(String source, String text) {

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /**
     * Reads bytes as UTF-8, strictly: a replaced character would be another prompt.
     *
     * @throws IllegalArgumentException if a byte is not UTF-8
     */
    static PromptFile decode(String source, byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        String decoded = out.flip().toString();
        if (result.isError()) {
            throw new IllegalArgumentException(source + " must be UTF-8, but the byte at offset " + in.position()
                    + " (line " + (lines(decoded) + 1) + ") is not; save the file as UTF-8");
        }
        String text = decoded.startsWith(BYTE_ORDER_MARK) ? decoded.substring(1) : decoded;
        return new PromptFile(source, text.replace("\r\n", "\n").replace('\r', '\n'));
    }

    private static long lines(String text) {
        return text.chars().filter(c -> c == '\n').count();
    }

    /** An error in this file: the source, then the sentence. */
    IllegalArgumentException error(String sentence) {
        return new IllegalArgumentException(source + " " + sentence);
    }
}
