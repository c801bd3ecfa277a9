package io.github.llmperf.prompt;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Tells one content from another: an edited prompt set is another workload. */
final class ContentHash {

    private static final int BYTES_SHOWN = 8;

    private ContentHash() {}

    /** Lengths are hashed with the texts, so that moving a word from one prompt to the next changes the hash. */
    static String of(List<Prompt> prompts) {
        MessageDigest digest = sha256();
        for (Prompt prompt : prompts) {
            String messages = prompt.messages();
            update(digest, messages == null ? 't' : 'm', messages == null ? prompt.text() : messages);
            prompt.answerLength()
                    .ifPresent(own -> update(digest, own.recorded() ? 'r' : 'l', Integer.toString(own.tokens())));
        }
        return HexFormat.of().formatHex(digest.digest(), 0, BYTES_SHOWN);
    }

    /** First 64 bits of the digest of a text. */
    static long bits(String text) {
        byte[] digest = sha256().digest(text.getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.wrap(digest).getLong();
    }

    private static void update(MessageDigest digest, char kind, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        digest.update((kind + ":" + bytes.length + ":").getBytes(StandardCharsets.UTF_8));
        digest.update(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
