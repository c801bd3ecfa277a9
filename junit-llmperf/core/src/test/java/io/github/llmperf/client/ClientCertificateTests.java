package io.github.llmperf.client;

import static io.github.llmperf.client.ShortTalk.LONG;
import static io.github.llmperf.client.ShortTalk.answer;
import static io.github.llmperf.client.ShortTalk.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.secret.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientCertificateTests {

    private static final HeldCertificate CA = TestCertificates.ca("Acme CA");
    private static final HeldCertificate OTHER_CA = TestCertificates.ca("Other CA");
    private static final HeldCertificate SERVER = TestCertificates.server(CA);
    private static final HeldCertificate CLIENT = TestCertificates.client(CA);
    private static final String REFUSED = " refuses the client certificate \"ci\", issued by \"Other CA\" (";

    @TempDir
    Path directory;

    private Path caFile;

    @BeforeEach
    void writeCaFile() {
        caFile = TestCertificates.write(directory.resolve("ca.pem"), CA.certificatePem());
    }

    private static void answers(ServedConnection connection) throws IOException {
        while (connection.readRequest()) {
            answer(connection);
        }
    }

    private static RequestRecord send(Target target) {
        try (OkHttpLlmClient client = OkHttpLlmClient.open(target, Workloads.stream(true), LONG, 1, System::nanoTime)) {
            return client.send(request(0));
        }
    }

    private Target trusting(ScriptedServer server) {
        return Target.at(server.url()).withCaFile(caFile);
    }

    private Path pem(HeldCertificate held) {
        return TestCertificates.write(
                directory.resolve("client.pem"), held.privateKeyPkcs8Pem(), held.certificatePem());
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void showsACertificateOfPem(String version) {
        try (ScriptedServer server = TlsServer.asking(version, SERVER, CA, ClientCertificateTests::answers)) {
            assertThat(send(trusting(server).withClientCertificate(pem(CLIENT))).failure())
                    .isNull();
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void showsAnRsaCertificateWithItsChainOfPkcs12() {
        HeldCertificate intermediate = TestCertificates.below(CA, "Acme Intermediate");
        HeldCertificate client = new HeldCertificate.Builder()
                .rsa2048()
                .commonName("ci")
                .signedBy(intermediate)
                .build();
        Path p12 = TestCertificates.writePkcs12(directory.resolve("client.p12"), "s3cret", client, intermediate);
        try (ScriptedServer server = TlsServer.asking("TLSv1.3", SERVER, CA, ClientCertificateTests::answers)) {
            assertThat(send(trusting(server).withClientCertificate(p12, Secret.of("s3cret")))
                            .failure())
                    .isNull();
        }
    }

    /** In TLS 1.3 the client believes to be connected by then. */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void saysThatACertificateIsRequired(String version) {
        try (ScriptedServer server = TlsServer.asking(version, SERVER, CA, ClientCertificateTests::answers)) {
            RequestRecord record = send(trusting(server));

            assertThat(record.failure().kind()).isEqualTo(FailureKind.CONNECT);
            assertThat(record.failure().cause()).isEqualTo(FailureCause.CLIENT_CERTIFICATE);
            assertThat(record.failure().message())
                    .startsWith(server.url() + " requires a client certificate (")
                    .endsWith("): name its file in clientCertificate");
            assertThat(record.staleRetries()).isZero();
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void saysWhichCertificateIsRefused(String version) {
        Path other = pem(TestCertificates.client(OTHER_CA));
        try (ScriptedServer server = TlsServer.asking(version, SERVER, CA, ClientCertificateTests::answers)) {
            RequestRecord record = send(trusting(server).withClientCertificate(other));

            assertThat(record.failure().kind()).isEqualTo(FailureKind.CONNECT);
            assertThat(record.failure().cause()).isEqualTo(FailureCause.CLIENT_CERTIFICATE);
            assertThat(record.failure().message())
                    .startsWith(server.url() + REFUSED)
                    .endsWith("): name one in clientCertificate that a CA of the server issued, with its chain");
            assertThat(record.staleRetries()).isZero();
        }
    }

    /** The alert is lost when the peer resets the connection first. */
    @Test
    void saysSoTooWhenTheServerOnlyCloses() {
        try (ScriptedServer server = TlsServer.asking("TLSv1.3", SERVER, CA, connection -> {
            connection.readRequest();
            connection.abort();
        })) {
            RequestRecord record = send(trusting(server).withClientCertificate(pem(CLIENT)));

            assertThat(record.failure().kind()).isEqualTo(FailureKind.CONNECT);
            assertThat(record.failure().cause()).isEqualTo(FailureCause.CLIENT_CERTIFICATE);
            assertThat(record.failure().message())
                    .startsWith(server.url() + " refuses the client certificate \"ci\", issued by \"Acme CA\"");
        }
    }

    /** The certificate was good enough for the first. */
    @Test
    void doesNotBlameTheCertificateOnceAnAnswerCame() {
        try (ScriptedServer server = TlsServer.asking("TLSv1.3", SERVER, CA, connection -> {
                    connection.readRequest();
                    if (connection.served() == 1) {
                        connection.head(200, Map.of("content-length", "0", "connection", "close"));
                    }
                });
                OkHttpLlmClient client = OkHttpLlmClient.open(
                        trusting(server).withClientCertificate(pem(CLIENT)),
                        Workloads.stream(true),
                        LONG,
                        1,
                        System::nanoTime)) {
            client.send(request(0));

            assertThat(client.send(request(1)).failure().kind()).isEqualTo(FailureKind.TRUNCATED);
        }
    }

    @Test
    void leavesAClosedConnectionAloneWhereNoCertificateWasAskedFor() {
        try (ScriptedServer server = TlsServer.of(SERVER, connection -> {
            connection.readRequest();
            connection.abort();
        })) {
            assertThat(send(trusting(server).withClientCertificate(pem(CLIENT)))
                            .failure()
                            .kind())
                    .isEqualTo(FailureKind.TRUNCATED);
        }
    }
}
