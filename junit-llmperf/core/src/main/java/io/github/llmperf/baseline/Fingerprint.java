package io.github.llmperf.baseline;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Short hashes that tell texts apart; not meant to keep anything secret. */
final class Fingerprint {

    private Fingerprint() {}

    /** Returns the first hex digits of the text's SHA-256. */
    static String of(String text, int digits) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, digits);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 must be part of every Java platform", e);
        }
    }
}
