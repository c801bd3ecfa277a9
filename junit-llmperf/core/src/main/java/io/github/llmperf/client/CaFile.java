package io.github.llmperf.client;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/** Reads the certificates that a target's server is trusted by. */
final class CaFile {

    private static final String SETTING = "caFile";

    private CaFile() {}

    /**
     * Returns the certificates. Bundles hold expired ones at times, so that one that is valid is enough.
     *
     * @throws IllegalArgumentException if the file cannot be read, is of another kind, or holds none that is valid
     */
    static List<X509Certificate> read(Path path, Instant now) {
        PemFile file = PemFile.read(SETTING, path);
        List<X509Certificate> certificates = file.certificates();
        if (certificates.isEmpty()) {
            throw new IllegalArgumentException(
                    "caFile must hold certificates in PEM (-----BEGIN CERTIFICATE-----), but \"" + path + "\" "
                            + whatItIs(file));
        }
        if (certificates.stream().noneMatch(certificate -> Certificates.isValidAt(certificate, now))) {
            throw new IllegalArgumentException("caFile must hold a certificate that is valid now, but in \"" + path
                    + "\" " + Certificates.validity(certificates.get(0), now)
                    + "; get the present one of this CA");
        }
        return certificates;
    }

    private static String whatItIs(PemFile file) {
        if (file.isDerCertificate()) {
            return "is DER; convert it: openssl x509 -inform der -in " + file.path() + " -out ca.pem";
        }
        if (!file.blocks().isEmpty()) {
            return "holds " + file.blocks().get(0).type() + " only; name the file with the CA's certificate";
        }
        return "holds none; from a Java key store they are exported by: keytool -exportcert -rfc -keystore "
                + file.path() + " -alias … -file ca.pem";
    }
}
