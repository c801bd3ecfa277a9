package io.github.llmperf.client;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/**
 * A client certificate with its key.
 *
 * @param key private key of the first certificate
 * @param chain the client's certificate, then those of its issuers as far as they are known
 */
record ClientKey(PrivateKey key, List<X509Certificate> chain) {

    private static final byte[] PROOF = {'p', 'r', 'o', 'o', 'f'};

    ClientKey {
        chain = List.copyOf(chain);
    }

    X509Certificate certificate() {
        return chain.get(0);
    }

    /** Finds the certificate of a key, and those above it, in whatever order they lie in a file. */
    static List<X509Certificate> chain(PrivateKey key, List<X509Certificate> certificates) {
        List<X509Certificate> chain = new ArrayList<>();
        certificates.stream().filter(c -> fits(key, c)).findFirst().ifPresent(chain::add);
        for (int i = 0; i < chain.size(); i++) {
            X509Certificate below = chain.get(i);
            certificates.stream()
                    .filter(c -> c.getSubjectX500Principal().equals(below.getIssuerX500Principal()))
                    .filter(c -> !chain.contains(c))
                    .findFirst()
                    .ifPresent(chain::add);
        }
        return chain;
    }

    private static boolean fits(PrivateKey key, X509Certificate certificate) {
        try {
            Signature signature = Signature.getInstance(algorithm(key));
            signature.initSign(key);
            signature.update(PROOF);
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(PROOF);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static String algorithm(PrivateKey key) {
        return switch (key.getAlgorithm()) {
            case "RSA", "DSA" -> "SHA256with" + key.getAlgorithm();
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
    }
}
