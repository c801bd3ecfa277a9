package io.github.llmperf.client;

import static io.github.llmperf.client.ShortTalk.DONE;
import static io.github.llmperf.client.ShortTalk.LONG;
import static io.github.llmperf.client.ShortTalk.STOP;
import static io.github.llmperf.client.ShortTalk.TEXT;
import static io.github.llmperf.client.ShortTalk.answer;
import static io.github.llmperf.client.ShortTalk.answerWithoutMark;
import static io.github.llmperf.client.ShortTalk.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.secret.Secret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real TLS on the loopback. */
class TlsTests {

    private static final HeldCertificate CA = TestCertificates.ca("Acme CA");
    private static final HeldCertificate OTHER_CA = TestCertificates.ca("Other CA");
    private static final HeldCertificate SERVER = TestCertificates.server(CA);
    private static final long STEP = 10_000_000;

    @TempDir
    Path directory;

    private Path caFile;

    @BeforeEach
    void writeCaFile() {
        caFile = TestCertificates.write(directory.resolve("ca.pem"), CA.certificatePem());
    }

    private static void answers(ServedConnection connection) throws java.io.IOException {
        while (connection.readRequest()) {
            answer(connection);
        }
    }

    private static OkHttpLlmClient open(Target target, LongSupplier clock) {
        return OkHttpLlmClient.open(target, Workloads.stream(true), LONG, 1, clock);
    }

    private static RequestRecord send(Target target) {
        try (OkHttpLlmClient client = open(target, System::nanoTime)) {
            return client.send(request(0));
        }
    }

    private Target trusting(ScriptedServer server) {
        return Target.at(server.url()).withCaFile(caFile);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void stampsStreamedContentWithTheMomentItsRecordIsRead(String version) {
        StepClock clock = new StepClock();
        try (ScriptedServer server = TlsServer.speaking(version, SERVER, connection -> {
                    connection.readRequest(); // opens the connection, reads what TLS says after the handshake
                    answerWithoutMark(connection);
                    connection.readRequest();
                    connection.sendAt(clock, STEP, ServedConnection.streamHeadBytes());
                    for (int i = 2; i < 5; i++) {
                        connection.sendAt(
                                clock, i * STEP, ServedConnection.chunk(TEXT.getBytes(StandardCharsets.UTF_8)));
                    }
                    connection.chunk(STOP + DONE);
                    connection.lastChunk();
                    connection.stall();
                });
                OkHttpLlmClient client = open(trusting(server), clock)) {
            assertThat(client.send(request(0)).failure()).isNull();

            RequestRecord record = client.send(request(1));

            assertThat(record.failure()).isNull();
            assertThat(record.answer().text()).isEqualTo("HiHiHi");
            assertThat(record.moments().headers()).isEqualTo(STEP);
            assertThat(record.moments().tokenEvents()).containsExactly(2 * STEP, 3 * STEP, 4 * STEP);
            assertThat(record.moments().connectNanos()).isEqualTo(-1);
        }
    }

    @Test
    void countsTheHandshakeToTheConnectTime() {
        StepClock clock = new StepClock();
        try (ScriptedServer server = TlsServer.of(SERVER, TlsTests::answers);
                OkHttpLlmClient client = open(trusting(server), clock)) {
            RequestRecord record = client.send(request(0));

            assertThat(record.failure()).isNull();
            assertThat(record.moments().connectNanos()).isZero();
        }
    }

    @Test
    void sendsKeyAndHeadersExactly() {
        try (ScriptedServer server = TlsServer.of(SERVER, TlsTests::answers)) {
            Target target = trusting(server).withKey(Secret.of("sk-1")).withHeader("X-Team", "search: a; b=\"c\"");

            assertThat(send(target).failure()).isNull();

            assertThat(server.requests().get(0).split("\r\n"))
                    .contains("Authorization: Bearer sk-1", "X-Team: search: a; b=\"c\"");
        }
    }

    @Test
    void trustsAServerBelowAnIntermediateThatItShows() {
        HeldCertificate intermediate = TestCertificates.below(CA, "Acme Intermediate");
        try (ScriptedServer server =
                TlsServer.of(TestCertificates.server(intermediate), intermediate, TlsTests::answers)) {
            assertThat(send(trusting(server)).failure()).isNull();
        }
    }

    @Test
    void trustsACertificateThatIsItselfInTheCaFile() {
        HeldCertificate own = new HeldCertificate.Builder()
                .commonName("gpu-1")
                .addSubjectAlternativeName("127.0.0.1")
                .build();
        Path both = TestCertificates.write(
                directory.resolve("both.pem"), "# the team's\n", CA.certificatePem(), "\n", own.certificatePem());
        try (ScriptedServer server = TlsServer.of(own, TlsTests::answers)) {
            assertThat(send(Target.at(server.url()).withCaFile(both)).failure()).isNull();
        }
    }

    private static Failure notConnected(FailureCause cause, String message) {
        return new Failure(FailureKind.CONNECT, cause, 0, message, null, OptionalLong.empty());
    }

    @Test
    void saysWhichIssuerIsUnknown() {
        try (ScriptedServer server = TlsServer.of(SERVER, TlsTests::answers)) {
            assertThat(send(Target.at(server.url())).failure())
                    .isEqualTo(notConnected(
                            FailureCause.SERVER_CERTIFICATE,
                            "TLS with " + server.url() + " failed: its certificate is issued by \"Acme CA\", which Java"
                                    + " does not trust: set caFile to a PEM file with that certificate"));
        }
    }

    @Test
    void saysWhichIssuerIsMissingInTheCaFile() {
        Path other = TestCertificates.write(directory.resolve("other.pem"), OTHER_CA.certificatePem());
        try (ScriptedServer server = TlsServer.of(SERVER, TlsTests::answers)) {
            assertThat(send(Target.at(server.url()).withCaFile(other)).failure().message())
                    .isEqualTo(
                            "TLS with " + server.url() + " failed: its certificate is issued by \"Acme CA\", which is"
                                    + " not in caFile " + other + ": add that certificate to it");
        }
    }

    @Test
    void saysThatAServerSignsItself() {
        HeldCertificate own = new HeldCertificate.Builder().commonName("gpu-1").build();
        try (ScriptedServer server = TlsServer.of(own, TlsTests::answers)) {
            assertThat(send(Target.at(server.url())).failure().message())
                    .isEqualTo("TLS with " + server.url() + " failed: its certificate is signed by itself (\"gpu-1\"),"
                            + " which Java does not trust: set caFile to a PEM file with that certificate");
        }
    }

    @Test
    void saysWhenTheCertificateExpired() {
        try (ScriptedServer server = TlsServer.of(TestCertificates.expired(CA), TlsTests::answers)) {
            Failure failure = send(trusting(server)).failure();

            assertThat(failure.kind()).isEqualTo(FailureKind.CONNECT);
            assertThat(failure.cause()).isEqualTo(FailureCause.SERVER_CERTIFICATE);
            assertThat(failure.message())
                    .isEqualTo("TLS with " + server.url() + " failed: the certificate of \"old\" expired on 2002-01-01:"
                            + " renew it on the server, and check this machine's date");
        }
    }

    @Test
    void saysWhichNamesTheCertificateIsFor() {
        HeldCertificate elsewhere = TestCertificates.server(CA, "gpu-1.example", "10.0.0.1");
        try (ScriptedServer server = TlsServer.of(elsewhere, TlsTests::answers)) {
            Failure failure = send(trusting(server)).failure();

            assertThat(failure.kind()).isEqualTo(FailureKind.CONNECT);
            assertThat(failure.cause()).isEqualTo(FailureCause.SERVER_CERTIFICATE);
            assertThat(failure.message())
                    .isEqualTo(
                            "TLS with " + server.url() + " failed: its certificate is for 10.0.0.1, gpu-1.example, not"
                                    + " for 127.0.0.1: use a name of the certificate in url, or have one issued for this name");
        }
    }

    @Test
    void saysThatACertificateIsForNoName() {
        try (ScriptedServer server = TlsServer.of(TestCertificates.server(CA, new String[0]), TlsTests::answers)) {
            assertThat(send(trusting(server)).failure().message())
                    .contains("its certificate is for no name, not for 127.0.0.1");
        }
    }

    @Test
    void saysThatTheServerSpeaksPlainHttp() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
            connection.send("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n");
            connection.stall();
        })) {
            String https = server.url().replace("http:", "https:");

            assertThat(send(Target.at(https)).failure())
                    .isEqualTo(notConnected(
                            FailureCause.SPEAKS_PLAIN_HTTP,
                            https + " speaks plain HTTP, not TLS: begin url with http://"));
        }
    }

    @Test
    void saysThatTheServerSpeaksTls() {
        try (ScriptedServer server = TlsServer.of(SERVER, TlsTests::answers)) {
            String http = server.url().replace("https:", "http:");

            assertThat(send(Target.at(http)).failure())
                    .isEqualTo(notConnected(
                            FailureCause.SPEAKS_TLS, http + " speaks TLS, not plain HTTP: begin url with https://"));
        }
    }

    @Test
    void saysThatTheServerClosedInTheHandshake() {
        try (ScriptedServer server = new ScriptedServer(connection -> {})) {
            String https = server.url().replace("http:", "https:");
            Failure failure = send(Target.at(https)).failure();

            assertThat(failure.kind()).isEqualTo(FailureKind.CONNECT);
            assertThat(failure.cause()).isIn(FailureCause.TLS_BROKEN, FailureCause.UNKNOWN);
            assertThat(List.of("TLS with " + https + " failed (", "nothing answers at " + https))
                    .anyMatch(failure.message()::startsWith);
        }
    }

    @Test
    void readsModelsAndMetricsOverTheSameTls() {
        try (ScriptedServer server = TlsServer.of(SERVER, connection -> {
            connection.readRequest();
            connection.json(200, "vllm:requests_total 3\n");
        })) {
            assertThat(ServerMetrics.read(trusting(server))).containsEntry("vllm:requests_total", 3.0);
            assertThat(ServerMetrics.read(Target.at(server.url()))).isEmpty();
        }
    }

    @Test
    void advisesNoRestartWhereACertificateIsNotTrusted() {
        try (ScriptedServer server = TlsServer.of(SERVER, TlsTests::answers)) {
            String advice = TargetProbe.probe(Target.at(server.url()), Workloads.stream(true), LONG)
                    .orElseThrow()
                    .advice();

            assertThat(advice).endsWith("set caFile to a PEM file with that certificate");
        }
    }
}
