package io.github.llmperf.protocol.anthropic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.protocol.catalog.Dialects;
import io.github.llmperf.secret.Secret;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnthropicWriterTests {

    private static final Target TARGET =
            Target.at("https://api.anthropic.com").withApi("anthropic-messages").withModel("m");

    @Test
    void writesAStream() {
        assertThat(body(Workloads.of(128, true, false, "Be kind.", ""), Prompt.of("hé")))
                .isEqualTo("{\"model\":\"m\",\"max_tokens\":128,\"messages\":[{\"role\":\"user\",\"content\":\"hé\"}],"
                        + "\"temperature\":0.0,\"stream\":true,\"system\":\"Be kind.\"}");
    }

    @Test
    void movesSystemMessagesOutOfTheTurns() {
        String messages = "[{\"role\":\"system\",\"content\":\"A\"},{\"role\":\"user\",\"content\":"
                + "[{\"type\":\"text\",\"text\":\"q\"}]},{\"role\":\"assistant\",\"content\":\"a\"},"
                + "{\"role\":\"developer\",\"content\":[{\"type\":\"text\",\"text\":\"B\"}]}]";

        assertThat(body(Workloads.of(1, false, false, "S", ""), new Prompt("", messages, 1)))
                .isEqualTo("{\"model\":\"m\",\"max_tokens\":1,\"messages\":[{\"role\":\"user\",\"content\":"
                        + "[{\"type\":\"text\",\"text\":\"q\"}]},{\"role\":\"assistant\",\"content\":\"a\"}],"
                        + "\"temperature\":0.0,\"stream\":false,\"system\":\"S\\n\\nA\\n\\nB\"}");
    }

    @Test
    void keepsTheUsersOwnFields() {
        String extra = "{\"temperature\":null,\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":1024}}";

        assertThat(body(Workloads.of(1, true, false, "", extra), Prompt.of("x")))
                .isEqualTo("{\"model\":\"m\",\"max_tokens\":1,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],"
                        + "\"stream\":true,\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":1024}}");
    }

    @ParameterizedTest
    @CsvSource({
        "http://h:1,               http://h:1/v1/messages",
        "http://h:1/v1,            http://h:1/v1/messages",
        "http://h/anthropic/v1/,   http://h/anthropic/v1/messages",
        "http://h/x/messages?a=b,  http://h/x/messages?a=b"
    })
    void addsItsRouteToABaseOnly(String url, String route) {
        assertThat(Dialects.named("anthropic-messages").route(Target.at(url), Workloads.stream(true)))
                .hasToString(route);
    }

    @Test
    void sendsTheKeyInItsOwnHeaderUnlessTheTargetNamesAuthorization() {
        Target keyed = TARGET.withKey(Secret.of("k1"));

        assertThat(headers(keyed))
                .containsEntry("x-api-key", "k1")
                .containsEntry("anthropic-version", "2023-06-01")
                .doesNotContainKey("Authorization");
        assertThat(headers(keyed.withHeader("X-Api-Key", "k2").withHeader("Anthropic-Version", "2030-01-01")))
                .containsEntry("X-Api-Key", "k2")
                .containsEntry("Anthropic-Version", "2030-01-01")
                .doesNotContainValue("k1");
        assertThat(headers(keyed.withHeader("authorization", "Bearer t")))
                .containsValue("Bearer t")
                .doesNotContainKey("x-api-key")
                .doesNotContainValue("k1");
        assertThat(headers(TARGET)).doesNotContainKeys("x-api-key", "Authorization");
    }

    @Test
    void refusesAForcedLength() {
        assertThatThrownBy(() -> Dialects.check(TARGET, Workloads.of(1, true, true, "", "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("forceLength must be OFF with api \"anthropic-messages\" at api.anthropic.com");
    }

    @Test
    void refusesMessagesThatCannotBeTakenApart() {
        Workload workload = Workloads.stream(true);

        assertThatThrownBy(() -> body(workload, new Prompt("", "[\"x\"]", 1)))
                .hasMessage("messages must be JSON objects, but one is \"x\"");
        assertThatThrownBy(() -> body(workload, new Prompt("", "[{\"role\":\"system\",\"content\":1}]", 1)))
                .hasMessage("content of system messages must be text with this api, but is"
                        + " {\"role\":\"system\",\"content\":1}");
    }

    private static String body(Workload workload, Prompt prompt) {
        return Dialects.named("anthropic-messages")
                .writer(TARGET, workload)
                .write(prompt)
                .body();
    }

    private static Map<String, String> headers(Target target) {
        return Dialects.named("anthropic-messages")
                .writer(target, Workloads.stream(true))
                .write(Prompt.of("x"))
                .headers();
    }
}
