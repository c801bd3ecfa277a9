package io.github.llmperf.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.OkHttpLlmClient;
import io.github.llmperf.client.PlannedRequest;
import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.simulator.fault.Fault;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the load test's own dialects understand of each face, over a socket. */
class FacesOverCoreTests {

    private static final String TEXT = "Turn asked short";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final FaceTestServer faces;

    FacesOverCoreTests() throws IOException {
        faces = new FaceTestServer();
    }

    @AfterEach
    void close() throws IOException {
        faces.close();
    }

    private RequestRecord ask(String dialect, boolean stream, int maxNewTokens, Duration timeout) {
        Workload workload = new Workload(
                Workload.Prompts.of("chat", ""), maxNewTokens, false, stream, 0, "", "", Workload.Cache.SHARED);
        Target target = Target.at(URI.create(faces.server().url()))
                .withApi(dialect)
                .withModel(faces.server().model());
        try (OkHttpLlmClient client = OkHttpLlmClient.open(target, workload, timeout, 1, System::nanoTime)) {
            return client.send(
                    new PlannedRequest(0, 0, RequestPhase.MEASURED, 1, Prompt.of("Hello there"), System.nanoTime()));
        }
    }

    private RequestRecord ask(String dialect, boolean stream) {
        return ask(dialect, stream, 3, PATIENCE);
    }

    private static FailureKind kind(RequestRecord record) {
        return Objects.requireNonNull(record.failure(), record::toString).kind();
    }

    @ParameterizedTest
    @CsvSource({
        "openai-completions, true, length, 3, USAGE",
        "openai-completions, false, length, 3, USAGE",
        "tgi-generate, true, length, 3, USAGE",
        "tgi-generate, false, length, 3, USAGE",
        "djl-invocations, true, length, -1, USAGE",
        "djl-invocations, false, length, -1, USAGE",
        "vllm-generate, true, , -1, EVENTS",
        "vllm-generate, false, , -1, EVENTS"
    })
    void answersAreUnderstood(String dialect, boolean stream, String finish, int promptTokens, TokensFrom from) {
        RequestRecord record = ask(dialect, stream);

        assertThat(record.failure()).isNull();
        assertThat(record.status()).isEqualTo(200);
        assertThat(record.answer().text()).isEqualTo(TEXT);
        assertThat(record.answer().finishReason()).isEqualTo(finish);
        assertThat(record.answer().promptTokens()).isEqualTo(promptTokens);
        assertThat(record.answer().tokensFrom()).isEqualTo(from);
        assertThat(record.answer().warnings()).isEmpty();
        if (stream) {
            assertThat(record.answer().contentChunks()).isEqualTo(3);
        }
        if (stream || from == TokensFrom.USAGE) {
            assertThat(record.answer().outputTokens()).isEqualTo(3);
        }
    }

    @Test
    void endOfTheTextIsCountedAndNotShown() {
        RequestRecord stream = ask("tgi-generate", true, 97, PATIENCE);
        RequestRecord whole = ask("tgi-generate", false, 97, PATIENCE);

        assertThat(stream.answer().finishReason()).isEqualTo("eos_token");
        assertThat(stream.answer().text()).isEqualTo(whole.answer().text()).doesNotContain("</s>");
        assertThat(stream.answer().outputTokens())
                .isEqualTo(whole.answer().outputTokens())
                .isEqualTo(stream.answer().contentChunks() + 1);
    }

    @Test
    void timesOfTheServerAreRead() {
        assertThat(ask("tgi-generate", false).answer().serverTimes())
                .containsEntry("serverQueue", 40.)
                .containsEntry("serverValidation", 0.)
                .containsEntry("serverInference", 300.)
                .containsEntry("serverTotal", 340.)
                .containsEntry("serverTimePerToken", 100.);
        assertThat(ask("tgi-generate", true).answer().serverTimes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "tgi-generate, true, LENGTH",
        "tgi-generate, false, LENGTH",
        "djl-invocations, false, LENGTH",
        "vllm-generate, false, SERVER_ERROR",
        "vllm-generate, true, TRUNCATED"
    })
    void tooLongRequestsFail(String dialect, boolean stream, FailureKind kind) {
        assertThat(kind(ask(dialect, stream, 100, PATIENCE))).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "tgi-generate, true, TOO_MANY_REQUESTS, OVERLOAD",
        "tgi-generate, false, TOO_MANY_REQUESTS, OVERLOAD",
        "tgi-generate, true, SERVER_ERROR, STREAM_ERROR",
        "tgi-generate, false, SERVER_ERROR, SERVER_ERROR",
        "tgi-generate, true, STREAM_ERROR, STREAM_ERROR",
        "tgi-generate, false, STREAM_ERROR, SERVER_ERROR",
        "tgi-generate, true, CUT, TRUNCATED",
        "tgi-generate, false, CUT, TRUNCATED",
        "djl-invocations, false, TOO_MANY_REQUESTS, OVERLOAD",
        "djl-invocations, false, SERVER_ERROR, SERVER_ERROR",
        "djl-invocations, false, STREAM_ERROR, SERVER_ERROR",
        "djl-invocations, true, STREAM_ERROR, STREAM_ERROR",
        "djl-invocations, false, CUT, TRUNCATED",
        "vllm-generate, true, TOO_MANY_REQUESTS, OVERLOAD",
        "vllm-generate, true, SERVER_ERROR, SERVER_ERROR",
        "vllm-generate, true, STREAM_ERROR, TRUNCATED",
        "vllm-generate, true, CUT, TRUNCATED",
        "vllm-generate, false, CUT, TRUNCATED"
    })
    void faultsAreToldApart(String dialect, boolean stream, Fault fault, FailureKind kind) {
        faces.inject(fault);
        assertThat(kind(ask(dialect, stream))).isEqualTo(kind);
    }

    /** No answer ever comes, so the time-out decides nothing but how long the test takes. */
    @ParameterizedTest
    @CsvSource({"tgi-generate, true", "tgi-generate, false", "djl-invocations, false", "vllm-generate, true"})
    void silenceEndsWithTheTimeOut(String dialect, boolean stream) {
        faces.inject(Fault.STALL);
        assertThat(kind(ask(dialect, stream, 3, Duration.ofMillis(300)))).isEqualTo(FailureKind.TIMEOUT);
    }
}
