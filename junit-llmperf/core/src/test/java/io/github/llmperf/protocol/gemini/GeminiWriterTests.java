package io.github.llmperf.protocol.gemini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.WireRequest;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.protocol.catalog.Dialects;
import io.github.llmperf.secret.Secret;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeminiWriterTests {

    private static final String HOST = "https://generativelanguage.googleapis.com";
    private static final Target TARGET = Target.at(HOST).withApi("gemini").withModel("gm");

    @Test
    void writesAPrompt() {
        assertThat(body(Workloads.of(128, true, false, "Be kind.", ""), Prompt.of("hé")))
                .isEqualTo("{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"hé\"}]}],"
                        + "\"generationConfig\":{\"maxOutputTokens\":128,\"temperature\":0.0},"
                        + "\"systemInstruction\":{\"parts\":[{\"text\":\"Be kind.\"}]}}");
    }

    @Test
    void turnsMessagesIntoContents() {
        String messages = "[{\"role\":\"system\",\"content\":\"A\"},{\"role\":\"user\",\"content\":"
                + "[{\"type\":\"text\",\"text\":\"q\"},{\"type\":\"text\",\"text\":\"r\"}]},"
                + "{\"role\":\"assistant\",\"content\":\"a\",\"tool_calls\":null},{\"role\":\"user\",\"content\":\"s\"}]";

        assertThat(body(Workloads.of(1, false, false, "", ""), new Prompt("", messages, 1)))
                .isEqualTo("{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"q\"},{\"text\":\"r\"}]},"
                        + "{\"role\":\"model\",\"parts\":[{\"text\":\"a\"}]},"
                        + "{\"role\":\"user\",\"parts\":[{\"text\":\"s\"}]}],"
                        + "\"generationConfig\":{\"maxOutputTokens\":1,\"temperature\":0.0},"
                        + "\"systemInstruction\":{\"parts\":[{\"text\":\"A\"}]}}");
    }

    @Test
    void mergesTheExtraBodyDeeply() {
        String extra = "{\"generationConfig\":{\"temperature\":null,\"thinkingConfig\":{\"thinkingBudget\":0}}}";

        assertThat(body(Workloads.of(1, true, false, "", extra), Prompt.of("x")))
                .isEqualTo("{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"x\"}]}],"
                        + "\"generationConfig\":{\"maxOutputTokens\":1,\"thinkingConfig\":{\"thinkingBudget\":0}}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"role\":\"tool\",\"content\":\"x\"}",
                "{\"role\":\"user\",\"content\":null}",
                "{\"role\":\"user\",\"content\":[]}",
                "{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"u\"}}]}",
                "{\"role\":\"assistant\",\"content\":\"x\",\"tool_calls\":[]}"
            })
    void refusesMessagesItCannotTurn(String message) {
        assertThatThrownBy(() -> body(Workloads.stream(true), new Prompt("", "[" + message + "]", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("messages must have a role of system, user or assistant and text as their only content with"
                        + " api \"gemini\", but one is " + message
                        + "; use messages of text, or an endpoint with api \"openai-chat\"");
    }

    @ParameterizedTest
    @CsvSource({
        "http://h:1,               gm,           /v1beta/models/gm",
        "http://h:1/,              models/gm,    /v1beta/models/gm",
        "http://h:1/v1,            gm,           /v1/models/gm",
        "http://h:1/v1beta/,       gm,           /v1beta/models/gm",
        "http://h:1/proxy/v1beta,  tunedModels/t 1, /proxy/v1beta/tunedModels/t%201"
    })
    void addsItsRouteToABase(String url, String model, String path) {
        Target target = Target.at(url).withModel(model);

        assertThat(route(target, true)).hasToString("http://h:1" + path + ":streamGenerateContent?alt=sse");
        assertThat(route(target, false)).hasToString("http://h:1" + path + ":generateContent");
    }

    @Test
    void keepsTheQueryOfABase() {
        assertThat(route(Target.at("http://h?key=1").withModel("m"), true))
                .hasToString("http://h/v1beta/models/m:streamGenerateContent?key=1&alt=sse");
        assertThat(route(Target.at("http://h?alt=json").withModel("m"), true))
                .hasToString("http://h/v1beta/models/m:streamGenerateContent?alt=json");
    }

    @Test
    void keepsAFullUrlAndItsArray() {
        String url = "http://h/v1beta/models/m:streamGenerateContent";

        assertThat(route(Target.at(url), true)).hasToString(url);
        assertThat(route(Target.at("http://h/own"), false)).hasToString("http://h/own");
    }

    @Test
    void refusesTheRouteOfTheOtherMode() {
        assertThatThrownBy(() -> route(Target.at("http://h/v1beta/models/m:generateContent"), true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("url must end in \":streamGenerateContent\" when stream is ON, but ends in"
                        + " \":generateContent\"; change stream, or give the base url and the model");
        assertThatThrownBy(() -> route(Target.at("http://h/v1beta/models/m:streamGenerateContent?alt=sse"), false))
                .hasMessage("url must end in \":generateContent\" when stream is OFF, but ends in"
                        + " \":streamGenerateContent\"; change stream, or give the base url and the model");
    }

    @Test
    void needsAModelInARoute() {
        assertThatThrownBy(() -> route(Target.at("http://h"), true))
                .hasMessage("model must be set with api \"gemini\" and a base url, since the route names it;"
                        + " set model, or give the full url");
    }

    @Test
    void sendsTheKeyInItsOwnHeader() {
        assertThat(request(TARGET.withKey(Secret.of("k1"))).headers())
                .containsEntry("x-goog-api-key", "k1")
                .doesNotContainKey("Authorization");
        assertThat(request(TARGET.withKey(Secret.of("k1")).withHeader("Authorization", "Bearer t"))
                        .headers())
                .containsEntry("Authorization", "Bearer t")
                .doesNotContainKey("x-goog-api-key");
    }

    @Test
    void refusesAForcedLength() {
        assertThatThrownBy(() -> Dialects.check(TARGET, Workloads.of(1, true, true, "", "")))
                .hasMessageStartingWith("forceLength must be OFF with api \"gemini\"");
    }

    private static URI route(Target target, boolean stream) {
        return Dialects.named("gemini").route(target, Workloads.stream(stream));
    }

    private static WireRequest request(Target target) {
        return Dialects.named("gemini").writer(target, Workloads.stream(true)).write(Prompt.of("x"));
    }

    private static String body(Workload workload, Prompt prompt) {
        return Dialects.named("gemini").writer(TARGET, workload).write(prompt).body();
    }
}
