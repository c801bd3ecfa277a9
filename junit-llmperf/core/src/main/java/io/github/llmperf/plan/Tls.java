package io.github.llmperf.plan;

import io.github.llmperf.secret.Secret;
import java.nio.file.Path;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Whom a TLS connection trusts, and how it shows who it is. Relative paths start at the working directory, which for
 * Maven and Gradle is the directory of the module. The files are read when the load starts.
 *
 * @param caFile PEM file with one or several certificates, which alone are trusted then; null trusts whom Java trusts
 * @param clientCertificate PEM file with certificate, chain and unencrypted PKCS#8 key, or PKCS#12 ({@code .p12},
 *     {@code .pfx}); null for none
 * @param password opens the PKCS#12 file; null when it has none
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Tls(@Nullable Path caFile, @Nullable Path clientCertificate, @Nullable Secret password) {

    /** Trusts whom Java trusts, and shows no certificate. */
    public static final Tls DEFAULT = new Tls(null, null, null);

    /**
     * Checks that the password has its file.
     *
     * @throws IllegalArgumentException if there is a password without a client certificate
     */
    public Tls {
        if (password != null && clientCertificate == null) {
            throw new IllegalArgumentException(
                    "password must stand beside the client certificate that it opens, but there is none; set"
                            + " clientCertificate, or remove clientCertificatePasswordEnv");
        }
    }

    /**
     * Returns these settings with another CA.
     *
     * @param file PEM file with one or several certificates
     * @return the changed copy
     */
    public Tls withCaFile(Path file) {
        return new Tls(file, clientCertificate, password);
    }

    /**
     * Returns these settings with another client certificate.
     *
     * @param file PEM or PKCS#12
     * @param newPassword opens the PKCS#12 file; null when it has none
     * @return the changed copy
     */
    public Tls withClientCertificate(Path file, @Nullable Secret newPassword) {
        return new Tls(caFile, file, newPassword);
    }
}
