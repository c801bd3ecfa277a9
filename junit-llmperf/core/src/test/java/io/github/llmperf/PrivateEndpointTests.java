package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.github.llmperf.client.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;

/** Load tests against a server whose certificate a CA of one's own issued. */
class PrivateEndpointTests {

    /** Relative to the module, as users write it. */
    private static final String CA_FILE = "target/private-endpoint/ca.pem";

    private static final String STREAM =
            """
            data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}

            data: {"choices":[{"index":0,"delta":{"content":" you"},"finish_reason":"stop"}]}

            data: [DONE]

            """;

    private static HttpsServer server;
    private static ExecutorService threads;

    @TempDir
    Path directory;

    @BeforeAll
    static void startServer() throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HeldCertificate ca = TestCertificates.ca("Acme CA");
        Files.createDirectories(Path.of(CA_FILE).getParent());
        TestCertificates.write(Path.of(CA_FILE), ca.certificatePem());
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setHttpsConfigurator(new HttpsConfigurator(new HandshakeCertificates.Builder()
                .heldCertificate(TestCertificates.server(ca))
                .build()
                .sslContext()));
        threads = Executors.newCachedThreadPool();
        server.setExecutor(threads);
        server.createContext("/v1/chat/completions", LoopbackServer.unhurried(PrivateEndpointTests::answer));
        server.start();
    }

    @AfterAll
    static void stopServer() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] body = STREAM.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String url() {
        return "https://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void measuresAServerOfAPrivateCa() {
        LoadTestKit run =
                LoadTestKit.run(directory, TrustingTestCase.class, Map.of()).passes();

        assertThat(run.written("result.json")).contains("\"caFile\"", CA_FILE);
    }

    @Test
    void advisesToNameTheCa() {
        assertThat(LoadTestKit.run(directory, UnknownCaTestCase.class, Map.of()).fails())
                .hasMessageContaining(
                        "its certificate is issued by \"Acme CA\", which Java does not trust: set caFile to"
                                + " a PEM file with that certificate");
    }

    @Test
    void namesTheKeyOfAFileThatIsNotThere() {
        assertThat(LoadTestKit.run(
                                directory,
                                TrustingTestCase.class,
                                Map.of("llmperf.target.caFile", "target/private-endpoint/none.pem"))
                        .fails())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessageStartingWith("llmperf.target.caFile: caFile must be a file that exists, but"
                        + " \"target/private-endpoint/none.pem\" does not (looked for ");
    }

    @LlmTarget(caFile = CA_FILE)
    static class TrustingTestCase {
        @LlmTarget
        String url() {
            return PrivateEndpointTests.url();
        }

        @LlmLoad(requests = 20)
        void load() {}
    }

    static class UnknownCaTestCase {
        @LlmTarget
        String url() {
            return PrivateEndpointTests.url();
        }

        @LlmLoad(requests = 20)
        void load() {}
    }
}
