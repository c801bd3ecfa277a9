package io.github.llmperf.rehearsal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate for 127.0.0.1 that signs itself, made anew each time and kept by nobody. Written by hand in DER (X.690,
 * RFC 5280), since Java makes none by itself.
 */
final class SelfSigned {

    private static final int SEQUENCE = 0x30;
    private static final byte[] ECDSA_WITH_SHA256 = {0x06, 8, 0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 4, 3, 2};
    private static final byte[] COMMON_NAME = {0x06, 3, 0x55, 4, 3};
    private static final byte[] ALTERNATIVE_NAME = {0x06, 3, 0x55, 0x1D, 0x11};
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final Duration VALID = Duration.ofDays(1);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final KeyPair keys;
    private final X509Certificate certificate;

    private SelfSigned(KeyPair keys, X509Certificate certificate) {
        this.keys = keys;
        this.certificate = certificate;
    }

    static SelfSigned at(Instant now) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair keys = generator.generateKeyPair();
        byte[] algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
        byte[] name = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0C, ascii("llmperf")))));
        byte[] validity = der(SEQUENCE, der(0x17, time(now.minus(VALID))), der(0x17, time(now.plus(VALID))));
        byte[] address = der(SEQUENCE, der(0x87, LOOPBACK));
        byte[] extensions = der(0xA3, der(SEQUENCE, der(SEQUENCE, ALTERNATIVE_NAME, der(0x04, address))));
        byte[] toSign = der(
                SEQUENCE,
                der(0xA0, der(0x02, new byte[] {2})),
                der(0x02, new byte[] {1}),
                algorithm,
                name,
                validity,
                name,
                keys.getPublic().getEncoded(),
                extensions);
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(toSign);
        byte[] whole = der(SEQUENCE, toSign, algorithm, der(0x03, new byte[] {0}, signature.sign()));
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        return new SelfSigned(keys, (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(whole)));
    }

    X509Certificate certificate() {
        return certificate;
    }

    /** Returns the certificate as the file that a client trusts. */
    String pem() throws GeneralSecurityException {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }

    /** Returns what a server needs to show it. */
    SSLContext context() throws GeneralSecurityException, IOException {
        char[] password = new char[0];
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("llmperf", keys.getPrivate(), password, new Certificate[] {certificate});
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static byte[] time(Instant moment) {
        return ascii(TIME.format(moment));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        int length = content.size();
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(tag);
        if (length >= 0x100) {
            whole.write(0x82);
            whole.write(length >> 8);
        } else if (length >= 0x80) {
            whole.write(0x81);
        }
        whole.write(length & 0xFF);
        whole.writeBytes(content.toByteArray());
        return whole.toByteArray();
    }
}
