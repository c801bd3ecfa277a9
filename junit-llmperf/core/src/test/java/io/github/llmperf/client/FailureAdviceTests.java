package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.secret.Secret;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureAdviceTests {

    private static final Workload WORKLOAD = Workloads.stream(true);
    private static final Target TARGET = Target.at("http://host:1?key=k1").withModel("qwen");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    CONNECT | UNREACHABLE | 0 | nothing answers at http://host:1/v1 (Connection refused) | nothing answers at http://host:1/v1 (Connection refused): start the server, or point llmperf.target.url / @LlmTarget(url) elsewhere
                    CONNECT | SERVER_CERTIFICATE | 0 | TLS with https://host failed: x: set caFile | TLS with https://host failed: x: set caFile
                    BAD_REQUEST | SPEAKS_TLS | 400 | The plain HTTP request was sent to HTTPS port | http://host:1 speaks TLS, not plain HTTP (HTTP 400: The plain HTTP request was sent to HTTPS port): begin url with https://
                    AUTH | UNKNOWN | 401 | Unauthorized | the key is missing or refused by URL (HTTP 401: Unauthorized): name the environment variable that holds it in apiKeyEnv
                    AUTH | UNKNOWN | 401 | '' | the key is missing or refused by URL (HTTP 401): name the environment variable that holds it in apiKeyEnv
                    LENGTH | UNKNOWN | 400 | maximum context length is 5 | prompt and maxNewTokens do not fit the model at URL (HTTP 400: maximum context length is 5): shorten the prompt, lower maxNewTokens, or serve the model with a longer context
                    OVERLOAD | UNKNOWN | 503 | busy | URL has no room (HTTP 503: busy): lower users or requestRate, or wait until it is idle
                    TIMEOUT | UNKNOWN | 0 | not complete within 5s | URL did not answer in time (not complete within 5s): raise timeout, lower maxNewTokens or users, or look at the server's log
                    BAD_REQUEST | UNKNOWN | 400 | top_k must be 1 | URL refuses the request (HTTP 400: top_k must be 1): check extraBody, model and api "openai-chat"
                    BAD_REQUEST | UNKNOWN | 404 | Not Found | there is no such route: POST URL (HTTP 404: Not Found): requests go there because url is http://host:1; set url to the server's base or full route, or api to what it speaks, if that is not "openai-chat"
                    BAD_REQUEST | OTHER_LENGTH_FIELD | 400 | '''max_tokens'' is not supported with this model. Use ''max_completion_tokens'' instead.' | URL refuses max_tokens (HTTP 400: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.): set extraBody = {"max_tokens": null, "max_completion_tokens": …}
                    SERVER_ERROR | UNKNOWN | 500 | boom | URL failed (HTTP 500: boom): look at the server's log
                    STREAM_ERROR | UNKNOWN | 200 | boom | URL failed (HTTP 200: boom): look at the server's log
                    PROTOCOL | UNKNOWN | 200 | no answer of a model, but text/html: <html> | URL does not answer like api "openai-chat" (HTTP 200: no answer of a model, but text/html: <html>): requests go to this route because url is http://host:1; set url to the server's base or full route, or api to what it speaks
                    TRUNCATED | UNKNOWN | 200 | the connection closed before the end mark | the answer of URL was cut (HTTP 200: the connection closed before the end mark): look at the server's log, and at the limits of proxies between
                    EMPTY_OUTPUT | UNKNOWN | 200 | the stream has no output; finish_reason stop | the answer of URL has no output (HTTP 200: the stream has no output; finish_reason stop): check the prompt and maxNewTokens, or set forceLength
                    CONNECTION_REUSED_CLOSED | UNKNOWN | 0 | x | URL closes idle connections faster than they are used (x): raise its keep-alive time, or lower thinkTime
                    CANCELLED | UNKNOWN | 0 | x | the request to URL was ended by the run's own end
                    """)
    void saysWhatToDo(FailureKind kind, FailureCause cause, int status, String message, String advice) {
        assertThat(FailureAdvice.of(TARGET, WORKLOAD, failure(kind, cause, status, message)))
                .isEqualTo(advice.replace("URL", "http://host:1/v1/chat/completions")
                        .replace("llmperf.target.http://host:1/v1/chat/completions", "llmperf.target.url"));
    }

    @Test
    void namesTheModelAndThoseThereAre() {
        Failure failure = unknownModel("The model `qwen` does not exist.");

        assertThat(FailureAdvice.of(TARGET, WORKLOAD, failure, List.of("a", "b")))
                .isEqualTo("http://host:1/v1/chat/completions does not have the model asked for (\"qwen\")"
                        + " (HTTP 404: The model `qwen` does not exist.): set model to one of a, b");
        assertThat(FailureAdvice.of(TARGET, WORKLOAD, failure)).endsWith(": set model to one it serves");
        assertThat(FailureAdvice.of(Target.at("http://host:1"), WORKLOAD, failure))
                .contains("(no model was named)");
    }

    @Test
    void keepsALongListOfModelsShort() {
        List<String> models = IntStream.range(0, 50).mapToObj(i -> "m" + i).toList();

        assertThat(FailureAdvice.of(TARGET, WORKLOAD, unknownModel("model not found"), models))
                .endsWith("m10, m11 (50 in all)");
    }

    @Test
    void tellsARefusedKeyFromAMissingOne() {
        Failure failure = failure(FailureKind.AUTH, FailureCause.UNKNOWN, 401, "Unauthorized");

        assertThat(FailureAdvice.of(TARGET.withKey(Secret.of("sk-1")), WORKLOAD, failure))
                .isEqualTo(
                        "http://host:1/v1/chat/completions refuses the key (HTTP 401: Unauthorized): check the value of"
                                + " the environment variable that apiKeyEnv names, and headers that carry another key");
    }

    private static Failure unknownModel(String message) {
        return failure(FailureKind.BAD_REQUEST, FailureCause.UNKNOWN_MODEL, 404, message);
    }

    private static Failure failure(FailureKind kind, FailureCause cause, int status, String message) {
        return new Failure(kind, cause, status, message, null, OptionalLong.empty());
    }
}
