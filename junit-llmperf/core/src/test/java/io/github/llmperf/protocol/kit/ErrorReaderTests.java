package io.github.llmperf.protocol.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Feeding;
import io.github.llmperf.protocol.Trouble;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorReaderTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    400 | {"error":{"message":"no","code":"bad"}}           | BAD_REQUEST  | no   | bad
                    400 | {"object":"error","message":"no","code":400}      | BAD_REQUEST  | no   | 400
                    400 | {"error":{"message":"no","code":400,"type":"exceed_context_size_error"}} | LENGTH | no | 400
                    400 | {"detail":[{"msg":"field"}]}                      | BAD_REQUEST  | [{"msg":"field"}] | -
                    401 | ''                                                | AUTH         | ''   | -
                    403 | Forbidden                                         | AUTH         | Forbidden | -
                    404 | {"detail":"Not Found"}                            | BAD_REQUEST  | Not Found | -
                    400 | {"error":"Input length 9 exceeds the maximum allowed input length of 5"} | LENGTH | Input length 9 exceeds the maximum allowed input length of 5 | -
                    400 | {"error":"'max_tokens' is too large: 9"}          | LENGTH       | '''max_tokens'' is too large: 9' | -
                    413 | too large                                         | LENGTH       | too large | -
                    417 | {"message":"the input prompt token len 9 + 9"}    | LENGTH       | the input prompt token len 9 + 9 | -
                    422 | {"error":"`inputs` tokens + `max_new_tokens` must be <= 5","error_type":"validation"} | LENGTH | `inputs` tokens + `max_new_tokens` must be <= 5 | -
                    424 | {"error":"x","error_type":"generation"}           | SERVER_ERROR | x    | -
                    429 | {"error":{"message":"Request too large for tokens per min"}} | OVERLOAD | Request too large for tokens per min | -
                    429 | {"error":{"message":"maximum context length is 5"}} | LENGTH     | maximum context length is 5 | -
                    500 | <html>oops</html>                                 | SERVER_ERROR | <html>oops</html> | -
                    501 | {"error":{"code":501,"message":"no"}}             | SERVER_ERROR | no   | 501
                    503 | {"error":{"code":503,"message":"Loading model"}}  | OVERLOAD     | Loading model | 503
                    529 | {"type":"error","error":{"type":"overloaded_error","message":"busy"}} | OVERLOAD | busy | -
                    """)
    void sortsByStatusAndWords(int status, String body, FailureKind kind, String message, String code) {
        Feeding feeding = new Feeding("openai-chat", true, new AnswerHead(status, Map.of()));
        AnswerResult reading =
                feeding.whole(body.getBytes(StandardCharsets.UTF_8)).end(BodyEnd.CLEAN);

        assertThat(reading.trouble()).isEqualTo(new Trouble(kind, message, code));
        assertThat(reading.answer()).isEqualTo(Answer.NONE);
    }

    @Test
    void namesTheRedirect() {
        AnswerHead head = new AnswerHead(307, Map.of("location", "https://host/v1"));

        assertThat(new Feeding("openai-chat", true, head).end(BodyEnd.CLEAN).trouble())
                .isEqualTo(new Trouble(
                        FailureKind.PROTOCOL,
                        "the server redirects to https://host/v1, which is not followed; use that url",
                        null));
    }

    @Test
    void saysThatARedirectLeadsNowhere() {
        AnswerHead head = new AnswerHead(302, Map.of());

        assertThat(new Feeding("openai-chat", true, head).end(BodyEnd.CLEAN).trouble())
                .isEqualTo(new Trouble(FailureKind.PROTOCOL, "the server redirects and does not say where to", null));
    }

    @Test
    void keepsABoundedPartOfAnEndlessError() {
        Feeding feeding = new Feeding("openai-chat", true, new AnswerHead(500, Map.of()));
        for (int i = 0; i < 1000; i++) {
            feeding.whole(new byte[1024]);
        }

        assertThat(feeding.end(BodyEnd.CUT).trouble().message()).hasSizeLessThanOrEqualTo(256 * 1024);
    }
}
