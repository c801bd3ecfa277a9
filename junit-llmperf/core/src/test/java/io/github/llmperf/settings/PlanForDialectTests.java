package io.github.llmperf.settings;

import static io.github.llmperf.settings.ResolvedPlans.SCENARIO;
import static io.github.llmperf.settings.ResolvedPlans.TEN;
import static io.github.llmperf.settings.ResolvedPlans.assertWrong;
import static io.github.llmperf.settings.ResolvedPlans.resolver;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmTarget;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import io.github.llmperf.plan.Target;
import io.github.llmperf.settings.ResolvedPlans.PlainTestCase;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server cannot do or state is refused before the load. */
class PlanForDialectTests {

    @Test
    void refusesALimitOnTtftWithoutStreams() {
        assertWrong(UnstreamedTestCase.class, "limit", Map.of())
                .withMessage(
                        "@Sla(ttftP90) on UnstreamedTestCase.limit: a limit on ttft.p90 must have streamed answers,"
                                + " but stream is OFF: there is no ttft then. Switch streaming on, or limit e2e (mean or"
                                + " p90) or, where the server states it, serverTtft");
    }

    @Test
    void refusesAGatedTtftWithoutStreams() {
        assertWrong(UnstreamedTestCase.class, "gated", Map.of())
                .withMessageStartingWith("@Baseline(gated) on UnstreamedTestCase.gated: gating ttft.p50 must have"
                        + " streamed answers, but stream is OFF");
    }

    @Test
    void namesTheAlternativesThatTheServerHasWhereNothingIsStreamed() {
        assertWrong(OpenAiTestCase.class, "unstreamed", Map.of())
                .withMessage("@Sla(tpot) on OpenAiTestCase.unstreamed: a limit on tpot.mean must have streamed answers,"
                        + " but stream is OFF: there is no tpot then. Switch streaming on, or limit e2e (mean or p90);"
                        + " api \"openai-chat\" at api.openai.com does not state serverTpot");
    }

    @Test
    void refusesALimitOnATimeThatTheServerNeverStates() {
        assertWrong(OpenAiTestCase.class, "server", Map.of())
                .withMessage(
                        "@Sla(require) on OpenAiTestCase.server: a limit on serverTtft.p90 must rest on a time that"
                                + " the server states, but api \"openai-chat\" at api.openai.com states no times of its"
                                + " own. Limit ttft instead");
        assertWrong(OpenAiTestCase.class, "server", Map.of("llmperf.stream", "off"))
                .withMessageEndingWith(" states no times of its own. Switch streaming on and limit ttft, or limit e2e");
        assertWrong(OpenAiTestCase.class, "gated", Map.of())
                .withMessageStartingWith(
                        "@Baseline(gated) on OpenAiTestCase.gated: gating serverQueue.p50 must rest on")
                .withMessageEndingWith(". Gate e2e instead");
    }

    @Test
    void refusesAnApiThatDoesNotExistBeforeAnythingIsStarted() {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> resolver(OpenAiTestCase.class, "forced", Map.of("llmperf.target.api", "open-ai"))
                        .check(SCENARIO))
                .withMessageStartingWith("llmperf.target.api: api must be one of ")
                .withMessageEndingWith(", or the name of a Dialect found by ServiceLoader, but is \"open-ai\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "forced | @LlmLoad(forceLength) on OpenAiTestCase.forced: forceLength must be OFF with api"
                        + " \"openai-chat\" at api.openai.com, which has no way to produce an exact number of tokens;"
                        + " remove it, and compare answers of the lengths that come",
                "body   | @LlmLoad(extraBody) on OpenAiTestCase.body: extraBody must not set \"stream\", but is"
                        + " \"{\"stream\":false}\"; use the attribute stream"
            })
    void refusesWhatTheDialectCannotDoByTheNameOfItsSetting(String method, String message) {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> checkWithTarget(method, Map.of()))
                .withMessage(message);
    }

    @Test
    void namesTheKeyWhereTheSettingIsAKey() {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> checkWithTarget("plain", Map.of("llmperf.forceLength", "on")))
                .withMessageStartingWith("llmperf.forceLength: forceLength must be OFF with api");
    }

    private static void checkWithTarget(String method, Map<String, String> parameters) {
        PlanResolver resolver = resolver(OpenAiTestCase.class, method, parameters);
        resolver.check(
                resolver.plan(
                        SCENARIO, "run", Target.at("https://api.openai.com/v1").withModel("m"), "hash"),
                TEN);
    }

    @Test
    void refusesTurnsWhereTheDialectTakesOneTextByTheNameOfTheSetting() {
        PlanResolver resolver = resolver(PlainTestCase.class, "plain", Map.of("llmperf.turns", "4"));
        Target target = Target.at("http://localhost").withApi("vllm-generate");
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> resolver.check(resolver.plan(SCENARIO, "run", target, "hash"), TEN))
                .withMessage("llmperf.turns: turns must be 1 with api \"vllm-generate\", which takes one text and no"
                        + " earlier turns, but is 4; remove it, or use an api that takes messages, such as"
                        + " \"openai-chat\"");
    }

    static class UnstreamedTestCase {
        @LlmLoad(stream = Toggle.OFF)
        @Sla(ttftP90 = "3s")
        void limit() {}

        @LlmLoad(stream = Toggle.OFF)
        @Baseline(gated = "ttft.p50")
        void gated() {}
    }

    @LlmTarget(url = "https://api.openai.com/v1", model = "m")
    static class OpenAiTestCase {
        @LlmLoad
        void plain() {}

        @LlmLoad(stream = Toggle.OFF)
        @Sla(tpot = "50ms")
        void unstreamed() {}

        @LlmLoad
        @Sla(require = "serverTtft.p90 < 300ms")
        void server() {}

        @LlmLoad
        @Baseline(gated = "serverQueue.p50")
        void gated() {}

        @LlmLoad(forceLength = Toggle.ON)
        void forced() {}

        @LlmLoad(extraBody = "{\"stream\":false}")
        void body() {}
    }
}
