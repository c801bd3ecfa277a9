package io.github.llmperf.prompt;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Identifies content by a hash: an edited prompt set is another workload. */
final class ContentHash {

    private static final int BYTES_SHOWN = 8;

    private ContentHash() {}

    /** Lengths are hashed with the texts, so that moving a word from one prompt to the next changes the hash. */
    static String of(List<Prompt> prompts) {
        Growing hash = new Growing();
        prompts.forEach(hash::add);
        return hash.shown();
    }

    /** Hashes prompts that come one by one; the same as all at once. */
    static final class Growing {
        private final MessageDigest digest = sha256();

        void add(Prompt prompt) {
            update(digest, prompt);
        }

        String shown() {
            return HexFormat.of().formatHex(digest.digest(), 0, BYTES_SHOWN);
        }
    }

    private static void update(MessageDigest digest, Prompt prompt) {
        String messages = prompt.messages();
        update(digest, messages == null ? 't' : 'm', messages == null ? prompt.text() : messages);
        prompt.answerLength()
                .ifPresent(own -> update(digest, own.recorded() ? 'r' : 'l', Integer.toString(own.tokens())));
        prompt.conversation().stream().skip(1).forEach(turn -> {
            update(digest, 'c', "");
            update(digest, turn);
        });
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
