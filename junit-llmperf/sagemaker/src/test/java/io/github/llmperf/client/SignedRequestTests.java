package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.protocol.sagemaker.SignatureCheck;
import io.github.llmperf.protocol.sagemaker.SignedDialect;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What arrives is what was signed: the HTTP client changes nothing on the way. */
class SignedRequestTests {

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @BeforeEach
    void findTheDialectOfTheTest(@TempDir Path dir) throws Exception {
        Path services = Files.createDirectories(dir.resolve("META-INF/services"));
        Files.writeString(services.resolve(Dialect.class.getName()), SignedDialect.class.getName());
        Thread.currentThread()
                .setContextClassLoader(new URLClassLoader(new URL[] {dir.toUri().toURL()}, before));
    }

    @AfterEach
    void findTheUsualOnes() throws Exception {
        ((URLClassLoader) Thread.currentThread().getContextClassLoader()).close();
        Thread.currentThread().setContextClassLoader(before);
    }

    @ParameterizedTest
    @CsvSource({"e, '', true", "e, '', false", "a b/c, ?x=1%20'2&B=%2F&b, true"})
    void sendsWhatWasSigned(String model, String query, boolean stream) {
        String raw = send(model, query, stream, "{}", 200).raw();
        String authorization = header(raw, "Authorization");

        assertThat(SignatureCheck.signature(authorization))
                .isEqualTo(SignatureCheck.expected(raw, SignedDialect.SECRET));
        assertThat(SignatureCheck.scope(authorization)).endsWith("/eu-central-1/sagemaker/aws4_request");
        assertThat(SignatureCheck.signedHeaders(authorization).split(";", -1))
                .contains("content-type", "host", "x-amz-date", "x-amz-security-token", "x-team")
                .doesNotContain("accept-encoding", "user-agent", "connection");
        assertThat(header(raw, "Content-Type")).isEqualTo("application/json");
    }

    @Test
    void keepsKeysOutOfFailures() {
        String body = "{\"message\":\"" + SignedDialect.KEY_ID + " with " + SignedDialect.TOKEN + " is no key\"}";
        RequestRecord record = send("e", "", true, body, 403).record();

        assertThat(record.failure().kind()).isEqualTo(FailureKind.AUTH);
        assertThat(record.failure().message()).isEqualTo("*** with *** is no key");
    }

    private record Sent(String raw, RequestRecord record) {}

    private static Sent send(String model, String query, boolean stream, String answer, int status) {
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    connection.json(status, answer);
                });
                OkHttpLlmClient client = OkHttpLlmClient.open(
                        Target.at(server.url() + "/" + query)
                                .withApi("sagemaker")
                                .withModel(model)
                                .withHeader("X-Team", "blue   green"),
                        Workloads.stream(stream),
                        ShortTalk.LONG,
                        1,
                        System::nanoTime)) {
            RequestRecord record = client.send(new PlannedRequest(0, 0, RequestPhase.MEASURED, 1, Prompt.of("hé"), 0));
            return new Sent(server.requests().get(0), record);
        }
    }

    private static String header(String raw, String name) {
        return Stream.of(raw.split("\r\n", -1))
                .filter(line -> line.startsWith(name + ": "))
                .findFirst()
                .orElseThrow()
                .substring(name.length() + 2);
    }
}
