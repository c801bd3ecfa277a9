package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.llmperf.plan.Target;
import io.github.llmperf.secret.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each wrong file is one sentence, before anything is sent. */
class TlsFilesTests {

    private static final HeldCertificate CA = TestCertificates.ca("Acme CA");
    private static final HeldCertificate CLIENT = TestCertificates.client(CA);
    private static final String ENCRYPTED =
            """
            -----BEGIN RSA PRIVATE KEY-----
            Proc-Type: 4,ENCRYPTED
            DEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF

            AAAA
            -----END RSA PRIVATE KEY-----
            """;

    @TempDir
    Path directory;

    private static Target https() {
        return Target.at("https://llm.example");
    }

    private Path file(String name, String... blocks) {
        return TestCertificates.write(directory.resolve(name), blocks);
    }

    private static void caFileIs(Target target, String message) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> TlsSettings.checkCaFile(target))
                .withMessage(message);
    }

    private static void certificateIs(Path file, String message) {
        certificateIs(https().withClientCertificate(file), message);
    }

    private static void certificateIs(Target target, String message) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> TlsSettings.checkClientCertificate(target))
                .withMessage(message);
    }

    @Test
    void acceptsFilesThatAreRight() {
        Path caFile = file("ca.pem", "Acme's\r\n", CA.certificatePem().replace("\n", "\r\n"));
        Path pem = file("client.pem", CLIENT.certificatePem(), CLIENT.privateKeyPkcs8Pem(), CA.certificatePem());

        assertThatCode(() -> {
                    TlsSettings.checkCaFile(https().withCaFile(caFile));
                    TlsSettings.checkClientCertificate(https().withClientCertificate(pem));
                })
                .doesNotThrowAnyException();
    }

    @Test
    void saysWhereItLookedForAFile() {
        caFileIs(
                https().withCaFile(Path.of("no", "ca.pem")),
                "caFile must be a file that exists, but \"" + Path.of("no", "ca.pem") + "\" does not (looked for "
                        + Path.of("no", "ca.pem").toAbsolutePath()
                        + "); relative paths start at the directory of the module");
    }

    @Test
    void refusesADirectory() {
        caFileIs(
                https().withCaFile(directory),
                "caFile must be a file that can be read, but \"" + directory
                        + "\" cannot; check that it is no directory, and its permissions");
    }

    @Test
    void refusesFilesBesideAnUrlWithoutTls() {
        caFileIs(
                Target.at("http://gpu:8000").withCaFile(file("ca.pem", CA.certificatePem())),
                "caFile must stand beside an https url, but url is \"http://gpu:8000\", where nothing is encrypted;"
                        + " begin it with https://, or remove caFile");
        certificateIs(
                Target.at("http://gpu:8000").withClientCertificate(directory),
                "clientCertificate must stand beside an https url, but url is \"http://gpu:8000\", where nothing is"
                        + " encrypted; begin it with https://, or remove clientCertificate");
    }

    @Test
    void acceptsACaFileThatOnlyTheMetricsNeed() {
        Target target = Target.at("http://gpu:8000").withMetricsUrl("https://gpu/metrics");

        assertThatCode(() -> TlsSettings.checkCaFile(target.withCaFile(file("ca.pem", CA.certificatePem()))))
                .doesNotThrowAnyException();
    }

    @Test
    void tellsHowDerIsConverted() throws IOException, CertificateEncodingException {
        Path der = Files.write(directory.resolve("ca.crt"), CA.certificate().getEncoded());
        caFileIs(
                https().withCaFile(der),
                "caFile must hold certificates in PEM (-----BEGIN CERTIFICATE-----), but \"" + der
                        + "\" is DER; convert it: openssl x509 -inform der -in " + der + " -out ca.pem");
    }

    @Test
    void tellsHowAKeyStoreIsConverted() {
        Path store = TestCertificates.writePkcs12(directory.resolve("trust.p12"), "changeit", CA);
        caFileIs(
                https().withCaFile(store),
                "caFile must hold certificates in PEM (-----BEGIN CERTIFICATE-----), but \"" + store
                        + "\" holds none; from a Java key store they are exported by: keytool -exportcert -rfc -keystore "
                        + store + " -alias … -file ca.pem");
    }

    @Test
    void refusesACaFileWithoutACertificate() {
        Path key = file("key.pem", CLIENT.privateKeyPkcs8Pem());
        caFileIs(
                https().withCaFile(key),
                "caFile must hold certificates in PEM (-----BEGIN CERTIFICATE-----), but \"" + key
                        + "\" holds PRIVATE KEY only; name the file with the CA's certificate");
    }

    @Test
    void refusesADamagedCertificate() {
        Path damaged = file("ca.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        caFileIs(
                https().withCaFile(damaged),
                "caFile must hold whole PEM blocks, but a CERTIFICATE in \"" + damaged
                        + "\" is damaged; copy the file again");
    }

    @Test
    void refusesCertificatesOfWhichAllExpired() {
        HeldCertificate old = TestCertificates.expired(CA);
        Path expired = file("ca.pem", old.certificatePem());
        caFileIs(
                https().withCaFile(expired),
                "caFile must hold a certificate that is valid now, but in \"" + expired
                        + "\" the certificate of \"old\" expired on 2002-01-01; get the present one of this CA");
        assertThatCode(() -> TlsSettings.checkCaFile(
                        https().withCaFile(file("bundle.pem", old.certificatePem(), CA.certificatePem()))))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesAnExpiredClientCertificate() {
        HeldCertificate old = TestCertificates.expired(CA);
        Path file = file("client.pem", old.certificatePem(), old.privateKeyPkcs8Pem());
        certificateIs(
                file,
                "clientCertificate must be valid now, but the certificate of \"old\" expired on 2002-01-01 in \"" + file
                        + "\"; get a new one");
    }

    @Test
    void refusesAKeyOfAnotherCertificate() {
        Path file = file(
                "client.pem",
                CLIENT.certificatePem(),
                TestCertificates.client(CA).privateKeyPkcs8Pem());
        certificateIs(
                file,
                "clientCertificate must hold a key that belongs to its certificate, but \"" + file
                        + "\" holds a key of another one than \"ci\"; take both from the same place");
    }

    @Test
    void refusesACertificateWithoutItsKey() {
        Path file = file("client.pem", CLIENT.certificatePem());
        certificateIs(
                file,
                "clientCertificate must hold a certificate and its key, but \"" + file
                        + "\" has no -----BEGIN PRIVATE KEY-----; put certificate, chain and one key into one file");
    }

    @Test
    void tellsHowOtherKeysAreConverted() {
        HeldCertificate rsa = new HeldCertificate.Builder().rsa2048().build();
        Path pkcs1 = file("client.pem", rsa.certificatePem(), rsa.privateKeyPkcs1Pem());
        String convert = "; convert it: openssl pkcs8 -topk8 -nodes -in " + pkcs1 + " -out key.pem, or make it PKCS#12:"
                + " openssl pkcs12 -export -in " + pkcs1 + " -out client.p12";
        String must = "clientCertificate must hold its key as unencrypted PKCS#8 (-----BEGIN PRIVATE KEY-----), but \""
                + pkcs1 + "\" holds ";
        certificateIs(pkcs1, must + "RSA PRIVATE KEY" + convert);

        file("client.pem", rsa.certificatePem(), ENCRYPTED);
        certificateIs(pkcs1, must + "RSA PRIVATE KEY" + convert);

        file("client.pem", rsa.certificatePem(), rsa.privateKeyPkcs8Pem().replace("PRIVATE", "ENCRYPTED PRIVATE"));
        certificateIs(pkcs1, must + "ENCRYPTED PRIVATE KEY" + convert);
    }

    @Test
    void asksForThePasswordOfPkcs12() {
        Path p12 = TestCertificates.writePkcs12(directory.resolve("client.p12"), "s3cret", CLIENT);
        certificateIs(
                p12,
                "clientCertificate must be opened, but \"" + p12 + "\" needs a password; name its environment variable"
                        + " in clientCertificatePasswordEnv");
        certificateIs(
                https().withClientCertificate(p12, Secret.of("wrong")),
                "clientCertificate must open with its password, but \"" + p12
                        + "\" does not; check the variable named by clientCertificatePasswordEnv");
    }

    @Test
    void refusesAPasswordForPem() {
        Path pem = file("client.pem", CLIENT.certificatePem(), CLIENT.privateKeyPkcs8Pem());
        certificateIs(
                https().withClientCertificate(pem, Secret.of("s3cret")),
                "clientCertificate must be PKCS#12 to have a password, but \"" + pem
                        + "\" is PEM; remove clientCertificatePasswordEnv");
    }

    @Test
    void refusesAFileOfAnotherKind() {
        Path text = file("client.txt", "hello");
        certificateIs(
                text,
                "clientCertificate must be PEM or PKCS#12 (.p12, .pfx), but \"" + text
                        + "\" is neither; convert it: openssl pkcs12 -export -in cert.pem -inkey key.pem -out client.p12");
    }
}
