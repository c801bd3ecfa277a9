package io.github.llmperf.client;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import okhttp3.tls.HeldCertificate;

/** A small private network: a CA, an intermediate one, and what they issue. Keys are made anew for each run. */
public final class TestCertificates {

    /** Long over; times are written out so that nothing depends on the day. */
    private static final long YEAR_2001 = 978_307_200_000L;

    private static final long YEAR_2002 = 1_009_843_200_000L;

    private TestCertificates() {}

    /** A CA that may have one more below it. */
    public static HeldCertificate ca(String name) {
        return new HeldCertificate.Builder()
                .serialNumber(BigInteger.ONE)
                .certificateAuthority(1)
                .commonName(name)
                .build();
    }

    static HeldCertificate below(HeldCertificate ca, String name) {
        return new HeldCertificate.Builder()
                .certificateAuthority(0)
                .commonName(name)
                .signedBy(ca)
                .build();
    }

    /** A server at the loopback address. */
    public static HeldCertificate server(HeldCertificate ca) {
        return server(ca, "127.0.0.1");
    }

    static HeldCertificate server(HeldCertificate ca, String... names) {
        HeldCertificate.Builder builder =
                new HeldCertificate.Builder().commonName("gpu-1").signedBy(ca);
        for (String name : names) {
            builder.addSubjectAlternativeName(name);
        }
        return builder.build();
    }

    static HeldCertificate client(HeldCertificate ca) {
        return new HeldCertificate.Builder().commonName("ci").signedBy(ca).build();
    }

    static HeldCertificate expired(HeldCertificate ca) {
        return new HeldCertificate.Builder()
                .commonName("old")
                .addSubjectAlternativeName("127.0.0.1")
                .validityInterval(YEAR_2001, YEAR_2002)
                .signedBy(ca)
                .build();
    }

    /** Writes PEM blocks, one after the other. */
    public static Path write(Path file, String... blocks) {
        try {
            return Files.writeString(file, String.join("", blocks));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path writePkcs12(Path file, String password, HeldCertificate held, HeldCertificate... issuers) {
        try (OutputStream out = Files.newOutputStream(file)) {
            Certificate[] chain = new Certificate[issuers.length + 1];
            chain[0] = held.certificate();
            for (int i = 0; i < issuers.length; i++) {
                chain[i + 1] = issuers[i].certificate();
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("ci", held.keyPair().getPrivate(), password.toCharArray(), chain);
            store.store(out, password.toCharArray());
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
