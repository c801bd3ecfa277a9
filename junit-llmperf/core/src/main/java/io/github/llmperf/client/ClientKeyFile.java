package io.github.llmperf.client;

import io.github.llmperf.secret.Secret;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a client certificate and its key from PEM or PKCS#12. */
final class ClientKeyFile {

    private static final String SETTING = "clientCertificate";
    private static final String PKCS8 = "PRIVATE KEY";

    private final PemFile file;
    private final @Nullable Secret password;

    private ClientKeyFile(PemFile file, @Nullable Secret password) {
        this.file = file;
        this.password = password;
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it cannot be read or opened, or does not hold one key with its valid certificate
     */
    static ClientKey read(Path path, @Nullable Secret password, Instant now) {
        PemFile file = PemFile.read(SETTING, path);
        ClientKeyFile reading = new ClientKeyFile(file, password);
        ClientKey key = file.blocks().isEmpty() ? reading.pkcs12() : reading.pem();
        for (X509Certificate certificate : key.chain()) {
            if (!Certificates.isValidAt(certificate, now)) {
                throw must(
                        "be valid now",
                        ", but " + Certificates.validity(certificate, now) + " in \"" + path + "\"; get a new one");
            }
        }
        return key;
    }

    private ClientKey pem() {
        if (password != null) {
            throw but("be PKCS#12 to have a password", "is PEM; remove clientCertificatePasswordEnv");
        }
        List<X509Certificate> certificates = file.certificates();
        if (certificates.isEmpty()) {
            throw but("hold a certificate and its key", "has no -----BEGIN CERTIFICATE-----; put both into one file");
        }
        List<PemFile.Block> keys = file.blocks().stream()
                .filter(block -> block.type().endsWith(PKCS8))
                .toList();
        if (keys.size() != 1) {
            throw but(
                    "hold a certificate and its key",
                    "has " + (keys.isEmpty() ? "no -----BEGIN PRIVATE KEY-----" : keys.size() + " private keys")
                            + "; put certificate, chain and one key into one file");
        }
        PemFile.Block block = keys.get(0);
        if (!block.type().equals(PKCS8)) {
            throw but(
                    "hold its key as unencrypted PKCS#8 (-----BEGIN PRIVATE KEY-----)",
                    "holds " + block.type() + "; convert it: openssl pkcs8 -topk8 -nodes -in " + file.path()
                            + " -out key.pem, or make it PKCS#12: openssl pkcs12 -export -in " + file.path()
                            + " -out client.p12");
        }
        byte[] der = file.decoded(block);
        return Stream.of("RSA", "EC", "EdDSA", "DSA")
                .map(algorithm -> key(algorithm, der))
                .flatMap(Stream::ofNullable)
                .findFirst()
                .map(key -> withChain(key, certificates))
                .orElseThrow(() -> file.damaged(PKCS8, new InvalidKeySpecException("no known algorithm")));
    }

    private static @Nullable PrivateKey key(String algorithm, byte[] der) {
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    private ClientKey pkcs12() {
        char[] opens = password == null ? new char[0] : password.reveal().toCharArray();
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(file.bytes()), opens);
            List<String> keys = Collections.list(store.aliases()).stream()
                    .filter(alias -> isKey(store, alias))
                    .toList();
            if (keys.size() != 1) {
                throw but("hold one key with its certificate", "holds " + keys.size() + "; export the one to use");
            }
            Certificate[] chain = store.getCertificateChain(keys.get(0));
            List<X509Certificate> certificates = Stream.of(chain == null ? new Certificate[0] : chain)
                    .map(X509Certificate.class::cast)
                    .toList();
            return withChain((PrivateKey) store.getKey(keys.get(0), opens), certificates);
        } catch (IOException | GeneralSecurityException e) {
            throw notOpened(e);
        }
    }

    private static boolean isKey(KeyStore store, String alias) {
        try {
            return store.isKeyEntry(alias);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private IllegalArgumentException notOpened(Exception e) {
        String name = file.path().toString().toLowerCase(Locale.ROOT);
        if (e.getCause() instanceof UnrecoverableKeyException || e instanceof UnrecoverableKeyException) {
            return password == null
                    ? but(
                            "be opened",
                            "needs a password; name its environment variable in clientCertificatePasswordEnv")
                    : but(
                            "open with its password",
                            "does not; check the variable named by clientCertificatePasswordEnv");
        }
        return name.endsWith(".p12") || name.endsWith(".pfx")
                ? but("be PKCS#12", "is damaged or of another kind (" + FailureText.words(e) + ")")
                : but(
                        "be PEM or PKCS#12 (.p12, .pfx)",
                        "is neither; convert it: openssl pkcs12 -export -in cert.pem"
                                + " -inkey key.pem -out client.p12");
    }

    private ClientKey withChain(PrivateKey key, List<X509Certificate> certificates) {
        List<X509Certificate> chain = ClientKey.chain(key, certificates);
        if (chain.isEmpty()) {
            throw but(
                    "hold a key that belongs to its certificate",
                    "holds a key of another one"
                            + (certificates.isEmpty() ? "" : " than " + Certificates.subject(certificates.get(0)))
                            + "; take both from the same place");
        }
        return new ClientKey(key, chain);
    }

    private IllegalArgumentException but(String must, String is) {
        return must(must, ", but \"" + file.path() + "\" " + is);
    }

    private static IllegalArgumentException must(String must, String but) {
        return new IllegalArgumentException(SETTING + " must " + must + but);
    }
}
