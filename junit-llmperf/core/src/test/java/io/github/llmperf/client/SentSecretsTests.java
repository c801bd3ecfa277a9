package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Trouble;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentSecretsTests {

    private static final Target TARGET = Target.at("http://localhost");

    @ParameterizedTest
    @ValueSource(strings = {"x-api-key", "X-Goog-Api-Key", "api-key", "X-Amz-Security-Token", "authorization"})
    void masksWhatStoodInASecretHeader(String header) {
        assertThat(message(Map.of(header, "planted-1/23"), "no planted-1/23 here"))
                .isEqualTo("no *** here");
    }

    @Test
    void masksEveryPartOfASignatureButNoCommonWords() {
        Map<String, String> sent = Map.of(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=AKIDPLANTED/20260203/eu-west-1/sagemaker/aws4_request,"
                        + " SignedHeaders=content-type;host;x-amz-date, Signature=5fa00fa31553");

        assertThat(message(
                        sent,
                        "Credential of AKIDPLANTED is bad: content-type; scope AKIDPLANTED/20260203/eu-west-1/sagemaker"
                                + "/aws4_request, got 5fa00fa31553"))
                .isEqualTo("Credential of *** is bad: content-type; scope ***, got ***");
    }

    @Test
    void keepsWhatIsNoSecret() {
        assertThat(message(Map.of("Content-Type", "application/json"), "no application/json"))
                .isEqualTo("no application/json");
    }

    @Test
    void masksCodesToo() {
        assertThat(FailureText.of(
                                TARGET,
                                Map.of("x-api-key", "planted"),
                                new Trouble(FailureKind.AUTH, "", "planted"),
                                null)
                        .code())
                .isEqualTo("***");
    }

    private static String message(Map<String, String> sent, String text) {
        return FailureText.of(TARGET, sent, new Trouble(FailureKind.AUTH, text, null), null)
                .message();
    }
}
