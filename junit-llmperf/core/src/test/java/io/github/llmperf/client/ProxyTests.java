package io.github.llmperf.client;

import static io.github.llmperf.client.ShortTalk.LONG;
import static io.github.llmperf.client.ShortTalk.answer;
import static io.github.llmperf.client.ShortTalk.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.secret.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProxyTests {

    private static final HeldCertificate CA = TestCertificates.ca("Acme CA");
    private static final HeldCertificate SERVER = TestCertificates.server(CA);
    private static final String LOGIN = "Basic dXNlcjpwYXNzd29yZA==";

    @TempDir
    Path directory;

    private static void answers(ServedConnection connection) throws IOException {
        while (connection.readRequest()) {
            answer(connection);
        }
    }

    private static ScriptedServer tunnelTo(ScriptedServer server) {
        return new ScriptedServer(connection -> {
            connection.readRequest();
            connection.send("HTTP/1.1 200 Connection established\r\n\r\n");
            connection.tunnelTo(server.port());
        });
    }

    private static ScriptedServer refusing(int status) {
        return new ScriptedServer(connection -> {
            while (connection.readRequest()) {
                connection.head(status, Map.of("content-length", "0", "proxy-authenticate", "Basic realm=x"));
            }
        });
    }

    private static Failure failure(Target target) {
        try (OkHttpLlmClient client = OkHttpLlmClient.open(target, Workloads.stream(true), LONG, 1, System::nanoTime)) {
            return client.send(request(0)).failure();
        }
    }

    private static Failure notConnected(FailureCause cause, String message) {
        return new Failure(FailureKind.CONNECT, cause, 0, message, null, OptionalLong.empty());
    }

    private Target trusting(ScriptedServer server) {
        return Target.at(server.url())
                .withCaFile(TestCertificates.write(directory.resolve("ca.pem"), CA.certificatePem()));
    }

    @Test
    void tunnelsTlsAndKeepsHeadersFromTheProxy() {
        try (ScriptedServer server = TlsServer.of(SERVER, ProxyTests::answers);
                ScriptedServer proxy = tunnelTo(server)) {
            Target target = trusting(server)
                    .withProxy(proxy.url())
                    .withKey(Secret.of("sk-1"))
                    .withHeader("X-Team", "blue");

            assertThat(failure(target)).isNull();

            assertThat(proxy.requests()).hasSize(1);
            assertThat(proxy.requests().get(0))
                    .startsWith("CONNECT 127.0.0.1:" + server.port() + " HTTP/1.1\r\n")
                    .doesNotContain("sk-1", "X-Team", "Authorization");
            assertThat(server.requests().get(0)).contains("Authorization: Bearer sk-1\r\n", "X-Team: blue\r\n");
        }
    }

    @Test
    void showsWhoAsksToTheProxyOnly() {
        try (ScriptedServer server = TlsServer.of(SERVER, ProxyTests::answers);
                ScriptedServer proxy = tunnelTo(server)) {
            Target target = trusting(server).withProxy(proxy.url()).withHeader("Proxy-Authorization", LOGIN);

            assertThat(failure(target)).isNull();

            assertThat(proxy.requests().get(0)).contains("Proxy-Authorization: " + LOGIN + "\r\n");
            assertThat(server.requests().get(0)).doesNotContain("Proxy-Authorization");
        }
    }

    @Test
    void sendsWhatIsForTheProxyWithoutATunnelToo() {
        try (ScriptedServer proxy = new ScriptedServer(ProxyTests::answers)) {
            Target target = Target.at("http://model.invalid")
                    .withProxy(proxy.url())
                    .withKey(Secret.of("sk-1"))
                    .withHeader("Proxy-Authorization", LOGIN);

            assertThat(failure(target)).isNull();

            assertThat(proxy.requests().get(0))
                    .startsWith("POST http://model.invalid/v1/chat/completions HTTP/1.1\r\n")
                    .contains("Authorization: Bearer sk-1\r\n", "Proxy-Authorization: " + LOGIN + "\r\n");
        }
    }

    @Test
    void saysThatTheProxyWantsToKnowWhoAsks() {
        String way = " wants to know who asks (HTTP 407): add \"Proxy-Authorization: Basic ${…}\" to headers, with"
                + " user:password in base64; it is sent to the proxy only";
        try (ScriptedServer proxy = refusing(407)) {
            Target target = Target.at("https://model.invalid").withProxy(proxy.url());
            assertThat(failure(target))
                    .isEqualTo(notConnected(FailureCause.PROXY_LOGIN, "the proxy " + proxy.url() + way));

            Target plain = Target.at("http://model.invalid").withProxy(proxy.url());
            assertThat(failure(plain).status()).isEqualTo(407);
            assertThat(FailureAdvice.of(plain, Workloads.stream(true), failure(plain)))
                    .isEqualTo("the proxy " + proxy.url() + way);
        }
    }

    @Test
    void saysThatTheProxyRefusesWhoAsks() {
        try (ScriptedServer proxy = refusing(407)) {
            Target target =
                    Target.at("https://model.invalid").withProxy(proxy.url()).withHeader("Proxy-Authorization", LOGIN);
            assertThat(failure(target).message())
                    .isEqualTo("the proxy " + proxy.url()
                            + " refuses the header Proxy-Authorization (HTTP 407): check its value");
        }
    }

    @Test
    void saysThatTheProxyRefusesTheHost() {
        try (ScriptedServer proxy = refusing(403)) {
            Target target = Target.at("https://model.invalid:8443").withProxy(proxy.url());
            assertThat(failure(target))
                    .isEqualTo(notConnected(
                            FailureCause.PROXY_REFUSES,
                            "the proxy " + proxy.url() + " refuses to connect to model.invalid:8443 (HTTP 403): have it"
                                    + " allow that host, or remove proxy"));
        }
    }

    @Test
    void tellsAProxyThatFindsNoServerFromOneThatRefusesIt() {
        try (ScriptedServer proxy = refusing(503)) {
            Target target = Target.at("https://model.invalid").withProxy(proxy.url());
            assertThat(failure(target).cause()).isEqualTo(FailureCause.PROXY_FINDS_NO_SERVER);
        }
    }

    @Test
    void refusesAHeaderForAProxyThatIsNotThere() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> failure(Target.at("http://127.0.0.1:1").withHeader("proxy-authorization", LOGIN)))
                .withMessage("header Proxy-Authorization must stand beside a proxy, but there is none; set proxy, or"
                        + " remove the header");
    }

    @Test
    void masksCustomHeadersThatAServerRepeats() {
        try (ScriptedServer server = TlsServer.of(SERVER, connection -> {
            connection.readRequest();
            connection.json(403, "{\"error\":{\"message\":\"no such key: abc-planted, team blue\"}}");
        })) {
            Target target =
                    trusting(server).withHeader("X-Api-Key", "abc-planted").withHeader("X-Team", "blue");

            assertThat(failure(target).kind()).isEqualTo(FailureKind.AUTH);
            assertThat(failure(target).message()).isEqualTo("no such key: ***, team blue");
        }
    }
}
