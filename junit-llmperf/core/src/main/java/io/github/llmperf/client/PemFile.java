package io.github.llmperf.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A file with blocks of base64 between lines of dashes; text around the blocks is a comment.
 *
 * @param setting which setting names it, for messages
 * @param path where it is
 * @param content what is in it, a character for each byte
 * @param blocks what was found in it; empty for other kinds of files
 */
record PemFile(String setting, Path path, String content, List<Block> blocks) {

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,40})-----(.*?)-----END \\1-----", Pattern.DOTALL);

    /** One block, such as {@code CERTIFICATE} or {@code PRIVATE KEY}, with its text still encoded. */
    record Block(String type, String text) {}

    /**
     * Reads a file of any kind.
     *
     * @throws IllegalArgumentException if it cannot be read
     */
    static PemFile read(String setting, Path path) {
        if (!Files.exists(path)) {
            String where = path.isAbsolute() ? "" : " (looked for " + path.toAbsolutePath() + ")";
            throw new IllegalArgumentException(setting + " must be a file that exists, but \"" + path + "\" does not"
                    + where + "; relative paths start at the directory of the module");
        }
        try {
            String content = Files.readString(path, StandardCharsets.ISO_8859_1);
            List<Block> blocks = BLOCK.matcher(content)
                    .results()
                    .map(found -> new Block(found.group(1), found.group(2)))
                    .toList();
            return new PemFile(setting, path, content, blocks);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    setting + " must be a file that can be read, but \"" + path
                            + "\" cannot; check that it is no directory, and its permissions",
                    e);
        }
    }

    byte[] bytes() {
        return content.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The certificates in their order. */
    List<X509Certificate> certificates() {
        return blocks.stream()
                .filter(block ->
                        block.type().equals("CERTIFICATE") || block.type().equals("X509 CERTIFICATE"))
                .map(block -> certificate(decoded(block)))
                .toList();
    }

    byte[] decoded(Block block) {
        try {
            return Base64.getMimeDecoder().decode(block.text().strip());
        } catch (IllegalArgumentException e) {
            throw damaged(block.type(), e);
        }
    }

    /** Returns whether the file is one certificate in binary form. */
    boolean isDerCertificate() {
        try {
            parse(bytes());
            return blocks.isEmpty();
        } catch (CertificateException e) {
            return false;
        }
    }

    IllegalArgumentException damaged(String type, Exception cause) {
        return new IllegalArgumentException(
                setting + " must hold whole PEM blocks, but a " + type + " in \"" + path
                        + "\" is damaged; copy the file again",
                cause);
    }

    private X509Certificate certificate(byte[] der) {
        try {
            return parse(der);
        } catch (CertificateException e) {
            throw damaged("CERTIFICATE", e);
        }
    }

    private static X509Certificate parse(byte[] der) throws CertificateException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
    }
}
