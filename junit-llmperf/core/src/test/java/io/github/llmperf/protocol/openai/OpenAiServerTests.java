package io.github.llmperf.protocol.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.WireRequest;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.protocol.catalog.Dialects;
import io.github.llmperf.secret.Secret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiServerTests {

    private static final String AZURE =
            "https://me.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21";

    @ParameterizedTest
    @CsvSource({
        "https://api.openai.com,                 OPENAI",
        "https://API.OpenAI.com/v1,              OPENAI",
        "https://eu.api.openai.com/v1,           OPENAI",
        "https://me.openai.azure.com/openai/v1,  AZURE",
        "https://me.services.ai.azure.com/v1,    AZURE",
        "https://me.cognitiveservices.azure.com, AZURE",
        "https://api.openai.com.example.org,     ENGINE",
        "https://notapi.openai.community,        ENGINE",
        "http://localhost:8000,                  ENGINE"
    })
    void isToldByTheHost(String url, OpenAiServer server) {
        assertThat(OpenAiServer.at(Target.at(url))).isEqualTo(server);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://api.openai.com", AZURE})
    void limitsTheLengthOfChatsByTheNewName(String url) {
        assertThat(request(Target.at(url).withModel("m")).body())
                .isEqualTo(
                        "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"max_completion_tokens\":8,"
                                + "\"temperature\":0.0,\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
    }

    @Test
    void limitsTheLengthOfCompletionsByTheOldName() {
        Target target = Target.at("https://api.openai.com").withModel("m").withApi("openai-completions");

        assertThat(request(target).body()).contains("\"max_tokens\":8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://api.openai.com", AZURE})
    void refusesAForcedLengthAndUnknownFields(String url) {
        Target target = Target.at(url);

        assertThat(Dialects.named("openai-chat").capabilities(target).extraFields())
                .isFalse();
        assertThatThrownBy(() -> Dialects.check(target, Workloads.of(8, true, true, "", "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("forceLength must be OFF with api \"openai-chat\" at "
                        + target.url().getHost() + ", which has no way to produce an exact number of tokens;"
                        + " remove it, and compare answers of the lengths that come");
    }

    @Test
    void sendsTheKeyInAzuresOwnHeader() {
        Target target = Target.at(AZURE).withKey(Secret.of("k1"));

        assertThat(request(target).url()).hasToString(AZURE);
        assertThat(request(target).headers()).containsEntry("api-key", "k1").doesNotContainKey("Authorization");
        assertThat(request(target.withHeader("Api-Key", "k2")).headers())
                .containsEntry("Api-Key", "k2")
                .doesNotContainValue("k1");
        assertThat(request(target.withHeader("authorization", "Bearer t")).headers())
                .containsValue("Bearer t")
                .doesNotContainKey("api-key");
        assertThat(request(Target.at("https://api.openai.com").withModel("m").withKey(Secret.of("k1")))
                        .headers())
                .containsEntry("Authorization", "Bearer k1")
                .doesNotContainKey("api-key");
    }

    @Test
    void needsAModelAtOpenAiOnly() {
        assertThatThrownBy(() -> request(Target.at("https://api.openai.com")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "model must be set with api \"openai-chat\" at OpenAI, which has no default one, but is not;"
                                + " set it, as in model = \"gpt-4o-mini\"");
        assertThat(request(Target.at(AZURE)).body()).doesNotContain("\"model\"");
    }

    @ParameterizedTest
    @CsvSource({
        "openai-chat,        http://h:1/v1/completions,      openai-completions, /completions",
        "openai-completions, http://h:1/v1/chat/completions, openai-chat,        /chat/completions"
    })
    void refusesTheRouteOfTheOtherApi(String api, String url, String right, String path) {
        assertThatThrownBy(() -> request(Target.at(url).withApi(api)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("api must be \"" + right + "\" with a url that ends in " + path + ", but is \"" + api
                        + "\"; set it, or use the base url, to which the route is added");
    }

    private static WireRequest request(Target target) {
        return Dialects.named(target.api())
                .writer(target, Workloads.of(8, true, false, "", ""))
                .write(Prompt.of("x"));
    }
}
