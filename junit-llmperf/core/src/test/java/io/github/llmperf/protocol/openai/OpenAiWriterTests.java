package io.github.llmperf.protocol.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.WireRequest;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.protocol.catalog.Dialects;
import io.github.llmperf.secret.Secret;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenAiWriterTests {

    private static final Target CHAT = Target.at("http://host:8000").withModel("m");
    private static final Target COMPLETIONS = CHAT.withApi("openai-completions");

    @Test
    void writesAStreamedChat() {
        assertThat(body(CHAT, Workloads.of(128, true, false, "", ""), Prompt.of("hé \"you\"")))
                .isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hé \\\"you\\\"\"}],"
                        + "\"max_tokens\":128,\"temperature\":0.0,\"stream\":true,"
                        + "\"stream_options\":{\"include_usage\":true}}");
    }

    @Test
    void writesAChatThatIsNotStreamedWithoutStreamOptions() {
        assertThat(body(Target.at("http://host"), Workloads.of(1, false, false, "", ""), Prompt.of("x")))
                .isEqualTo("{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],"
                        + "\"max_tokens\":1,\"temperature\":0.0,\"stream\":false}");
    }

    @Test
    void writesACompletion() {
        assertThat(body(COMPLETIONS, Workloads.of(16, false, true, "Be kind.", ""), Prompt.of("x")))
                .isEqualTo("{\"model\":\"m\",\"prompt\":\"Be kind.\\n\\nx\",\"max_tokens\":16,\"temperature\":0.0,"
                        + "\"stream\":false,\"ignore_eos\":true,\"min_tokens\":16}");
    }

    @Test
    void passesMessagesThroughVerbatimBehindTheSystemPrompt() {
        String messages = "[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"}],\"name\":\"n\"},"
                + "{\"role\":\"assistant\",\"content\":null}]";

        assertThat(body(CHAT, Workloads.of(1, false, false, "Be kind.", ""), new Prompt("", messages, 1)))
                .contains(
                        "\"messages\":[{\"role\":\"system\",\"content\":\"Be kind.\"}," + messages.substring(1) + ",");
    }

    @Test
    void mergesTheExtraBodyLastAndDeeply() {
        String extra = "{\"temperature\":1,\"stream_options\":{\"continuous_usage_stats\":true},"
                + "\"lora\":{\"name\":\"a\"},\"stop\":[\"x\"],\"max_tokens\":null,\"max_completion_tokens\":5}";

        assertThat(body(CHAT, Workloads.of(1, true, false, "", extra), Prompt.of("x")))
                .isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],"
                        + "\"temperature\":1,\"stream\":true,"
                        + "\"stream_options\":{\"include_usage\":true,\"continuous_usage_stats\":true},"
                        + "\"lora\":{\"name\":\"a\"},\"stop\":[\"x\"],\"max_completion_tokens\":5}");
    }

    @ParameterizedTest
    @CsvSource({
        "http://h:1,                    http://h:1/v1/chat/completions, http://h:1/v1/models",
        "http://h:1/,                   http://h:1/v1/chat/completions, http://h:1/v1/models",
        "http://h/openai/v1,            http://h/openai/v1/chat/completions, http://h/openai/v1/models",
        "http://h/v1/,                  http://h/v1/chat/completions, http://h/v1/models",
        "http://h/x/chat/completions,   http://h/x/chat/completions, http://h/x/models",
        "http://h/d/go?api-version=1,   http://h/d/go?api-version=1, http://h/v1/models?api-version=1"
    })
    void addsItsRouteToABaseOnly(String url, String route, String models) {
        Dialect dialect = Dialects.named("openai-chat");

        assertThat(dialect.route(Target.at(url), Workloads.stream(true))).hasToString(route);
        assertThat(dialect.modelsUrl(Target.at(url)).orElseThrow()).hasToString(models);
    }

    @Test
    void addsTheRouteOfCompletions() {
        assertThat(Dialects.named("openai-completions").route(COMPLETIONS, Workloads.stream(true)))
                .hasToString("http://host:8000/v1/completions");
    }

    @Test
    void sendsTheKeyAsBearerUnlessAHeaderOfThatNameIsSet() {
        Target keyed = CHAT.withKey(Secret.of("k1"));

        assertThat(headers(keyed)).containsEntry("Authorization", "Bearer k1");
        assertThat(headers(keyed.withHeader("authorization", "Basic x")))
                .containsValue("Basic x")
                .doesNotContainValue("Bearer k1");
        assertThat(headers(CHAT)).doesNotContainKey("Authorization").containsEntry("Content-Type", "application/json");
    }

    @Test
    void showsNoSecrets() {
        WireRequest request = writer(CHAT.withKey(Secret.of("k1"))).write(Prompt.of("x"));

        assertThat(request).hasToString("POST http://host:8000/v1/chat/completions (148 characters)");
    }

    @Test
    void refusesAnExtraBodyThatIsNoObject() {
        assertThatThrownBy(() -> check("[1]"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("extraBody must be a JSON object, as in {\"top_p\": 0.9}, but is \"[1]\"");
        assertThatThrownBy(() -> check("{\"a\":"))
                .hasMessage("extraBody must be a JSON object, as in {\"top_p\": 0.9}, but is \"{\"a\":\"");
    }

    @Test
    void refusesAnExtraBodyThatSetsWhatThePlanSets() {
        assertThatThrownBy(() -> check("{\"stream\":false}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "extraBody must not set \"stream\", but is \"{\"stream\":false}\"; use the attribute stream");
        assertThatThrownBy(() -> check("{\"messages\":[]}"))
                .hasMessage(
                        "extraBody must not set \"messages\", but is \"{\"messages\":[]}\"; use the attribute prompt");
    }

    @Test
    void refusesMessagesOnTheRouteForTexts() {
        RequestWriter writer = Dialects.named("openai-completions").writer(COMPLETIONS, Workloads.stream(true));

        assertThatThrownBy(() -> writer.write(new Prompt("", "[]", 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("prompt must be plain text with api \"openai-completions\", but has messages;"
                        + " use api \"openai-chat\" or a set of texts");
    }

    @Test
    void refusesMessagesThatAreNoArray() {
        assertThatThrownBy(() -> writer(CHAT).write(new Prompt("", "{}", 0)))
                .hasMessage("messages must be a JSON array, but are {}");
    }

    private static void check(String extraBody) {
        Dialects.named("openai-chat").check(CHAT, Workloads.of(1, true, false, "", extraBody));
    }

    private static RequestWriter writer(Target target) {
        return Dialects.named(target.api()).writer(target, Workloads.stream(true));
    }

    private static String body(Target target, Workload workload, Prompt prompt) {
        return Dialects.named(target.api())
                .writer(target, workload)
                .write(prompt)
                .body();
    }

    private static Map<String, String> headers(Target target) {
        return writer(target).write(Prompt.of("x")).headers();
    }
}
