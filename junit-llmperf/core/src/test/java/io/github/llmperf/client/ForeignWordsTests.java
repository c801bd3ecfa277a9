package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Trouble;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words of servers, as they were seen; those of Java, OkHttp and the system come from real connections in other tests. */
class ForeignWordsTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    404 | The model `qwen` does not exist. | '' | UNKNOWN_MODEL
                    404 | model not found | '' | UNKNOWN_MODEL
                    404 | model: claude-nope | '' | UNKNOWN_MODEL
                    422 | no such model | '' | UNKNOWN_MODEL
                    400 | it is not here | model_not_found | UNKNOWN_MODEL
                    409 | model not found | '' | UNKNOWN
                    404 | Not Found | '' | UNKNOWN
                    400 | '''max_tokens'' is not supported with this model. Use ''max_completion_tokens'' instead.' | '' | OTHER_LENGTH_FIELD
                    400 | The plain HTTP request was sent to HTTPS port | '' | SPEAKS_TLS
                    400 | Client sent an HTTP request to an HTTPS server. | '' | SPEAKS_TLS
                    400 | top_k must be 1 | '' | UNKNOWN
                    """)
    void sortsARefusalByTheServersWords(int status, String message, String code, FailureCause cause) {
        assertThat(ForeignWords.ofServer(FailureKind.BAD_REQUEST, status, message, code))
                .isEqualTo(cause);
    }

    @Test
    void sortsNothingButRefusals() {
        assertThat(ForeignWords.ofServer(FailureKind.SERVER_ERROR, 404, "model not found", null))
                .isEqualTo(FailureCause.UNKNOWN);
    }

    @Test
    void readsTheWholeMessageAndNotItsFirstPartAlone() {
        Trouble trouble = new Trouble(FailureKind.BAD_REQUEST, "x".repeat(400) + " model not found", null);

        assertThat(FailureText.of(Target.at("http://host"), Map.of(), trouble, new AnswerHead(404, Map.of())))
                .satisfies(failure -> assertThat(failure.cause()).isEqualTo(FailureCause.UNKNOWN_MODEL))
                .satisfies(failure -> assertThat(failure.message()).doesNotContain("model"));
    }

    @Test
    void doesNotOverruleACauseThatIsKnown() {
        Trouble trouble = new Trouble(FailureKind.BAD_REQUEST, FailureCause.SPEAKS_TLS, "model not found", null);

        assertThat(FailureText.of(Target.at("http://host"), Map.of(), trouble, new AnswerHead(404, Map.of()))
                        .cause())
                .isEqualTo(FailureCause.SPEAKS_TLS);
    }
}
