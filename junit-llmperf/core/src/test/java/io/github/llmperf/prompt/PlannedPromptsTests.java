package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.Caps;
import io.github.llmperf.plan.Criteria;
import io.github.llmperf.plan.Load;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Observation;
import io.github.llmperf.plan.Output;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Phases.WindowKind;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.plan.Workload.Cache;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlannedPromptsTests {

    private static final OptionalInt UNSET = OptionalInt.empty();
    private static final PromptSet CHAT = BuiltInPrompts.find("chat").orElseThrow();
    private static final PromptSet MESSAGES = PromptReading.read(
            "own.jsonl",
            "{\"messages\":[{\"role\":\"system\",\"content\":\"be brief\"},{\"role\":\"user\",\"content\":\"hi\"}]}");

    @Test
    void givesTheSamePromptsForTheSameSeedAndRun() {
        List<Prompt> first = run(plan("run-1", 5, UNSET, UNSET, Cache.UNIQUE), CHAT);

        assertThat(run(plan("run-1", 5, UNSET, UNSET, Cache.UNIQUE), CHAT)).isEqualTo(first);
        assertThat(first).doesNotHaveDuplicates();
    }

    @Test
    void givesThemWhateverTheOrderAndNumberOfThreads() {
        PlannedPrompts prompts = PlannedPrompts.of(plan("run-1", 5, UNSET, UNSET, Cache.UNIQUE), CHAT);

        List<Prompt> parallel =
                IntStream.range(0, 500).parallel().mapToObj(prompts::prompt).toList();

        assertThat(parallel).isEqualTo(run(plan("run-1", 5, UNSET, UNSET, Cache.UNIQUE), CHAT));
    }

    @Test
    void sharesNoPromptWithAnotherRunOfTheSameSeed() {
        List<Prompt> first = run(plan("run-1", 5, UNSET, UNSET, Cache.UNIQUE), CHAT);
        List<Prompt> second = run(plan("run-2", 5, UNSET, UNSET, Cache.UNIQUE), CHAT);

        assertThat(first).doesNotContainAnyElementsOf(second);
        assertThat(first)
                .extracting(PlannedPromptsTests::withoutNonce)
                .isEqualTo(
                        second.stream().map(PlannedPromptsTests::withoutNonce).toList());
    }

    @Test
    void keepTheLengthsOfTheirAnswers() {
        PromptSet own = PromptReading.read(
                "own.jsonl",
                """
                {"prompt":"a text that is longer than the length","max_tokens":7}
                """);
        PromptSet messages = PromptReading.read(
                "own.jsonl",
                """
                {"messages":[{"role":"user","content":"x"}],"max_tokens":7}
                """);

        assertThat(List.of(
                        PlannedPrompts.of(plan("run-1", 5, UNSET, UNSET, Cache.UNIQUE), own)
                                .prompt(3),
                        PlannedPrompts.of(plan("run-1", 5, OptionalInt.of(9), UNSET, Cache.UNIQUE), own)
                                .prompt(3),
                        PlannedPrompts.of(plan("run-1", 5, UNSET, UNSET, Cache.UNIQUE), messages)
                                .prompt(3)))
                .extracting(Prompt::answerLength)
                .containsOnly(Optional.of(AnswerLength.atMost(7)));
    }

    @Test
    void ordersBySeed() {
        assertThat(run(plan("run-1", 5, UNSET, UNSET, Cache.SHARED), CHAT))
                .isNotEqualTo(run(plan("run-1", 6, UNSET, UNSET, Cache.SHARED), CHAT));
    }

    @Test
    void sendsSharedPromptsAsTheyAreInWhateverRun() {
        List<Prompt> first = run(plan("run-1", 5, UNSET, UNSET, Cache.SHARED), CHAT);

        assertThat(run(plan("run-2", 5, UNSET, UNSET, Cache.SHARED), CHAT)).isEqualTo(first);
        assertThat(first.subList(0, CHAT.size())).containsExactlyInAnyOrderElementsOf(CHAT.prompts());
    }

    @Test
    void putsTheNonceInFrontAndCountsIt() {
        Prompt prompt = PlannedPrompts.of(
                        plan("run-1", 5, UNSET, UNSET, Cache.UNIQUE), PromptReading.read("a.txt", "汉😀"))
                .prompt(42);

        assertThat(prompt.text()).matches("\\[[0-9a-z]{4}-00042] 汉😀");
        assertThat(prompt.chars()).isEqualTo(15);
    }

    @Test
    void putsTheNonceIntoVerbatimMessages() {
        Prompt prompt = PlannedPrompts.of(plan("run-1", 5, UNSET, UNSET, Cache.UNIQUE), MESSAGES)
                .prompt(42);

        assertThat(prompt.text()).isEmpty();
        assertThat(prompt.messages())
                .matches("\\[\\{\"role\":\"system\",\"content\":\"be brief\"},"
                        + "\\{\"role\":\"user\",\"content\":\"\\[[0-9a-z]{4}-00042] hi\"}]");
        assertThat(prompt.chars()).isEqualTo(8 + 2 + 13);
    }

    @Test
    void sendsSharedMessagesVerbatim() {
        assertThat(PlannedPrompts.of(plan("run-1", 5, UNSET, UNSET, Cache.SHARED), MESSAGES)
                        .prompt(42))
                .isEqualTo(MESSAGES.prompts().get(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 11, 13, 60, 1000, 20_000})
    void cutsOrBuildsToExactlySoManyCodePointsWithoutNonce(int chars) {
        PlannedPrompts prompts = PlannedPrompts.of(plan("run-1", 5, OptionalInt.of(chars), UNSET, Cache.UNIQUE), CHAT);

        for (int i = 0; i < 70; i++) {
            Prompt prompt = prompts.prompt(i);
            assertThat(prompt.text().codePointCount(0, prompt.text().length())).isEqualTo(chars);
            assertThat(prompt.chars()).isEqualTo(chars);
            assertThat(prompt.text()).doesNotStartWith("[");
        }
    }

    @Test
    void buildsFromTheTextsThatFollow() {
        PromptSet two = PromptReading.read("a.txt", "ab\ncd");
        PlannedPrompts prompts = PlannedPrompts.of(plan("run-1", 5, OptionalInt.of(9), UNSET, Cache.SHARED), two);

        assertThat(List.of(prompts.prompt(0).text(), prompts.prompt(1).text()))
                .allSatisfy(text -> assertThat(text).matches("(ab|cd)\n\n(ab|cd)\n\n(a|c)"))
                .doesNotHaveDuplicates();
    }

    @Test
    void neverCutsASurrogatePair() {
        PromptSet emoji = PromptReading.read("a.txt", "😀😀😀");

        assertThat(PlannedPrompts.of(plan("run-1", 5, OptionalInt.of(2), UNSET, Cache.SHARED), emoji)
                        .prompt(0)
                        .text())
                .isEqualTo("😀😀");
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 17, 100, 2048})
    void cutsOrBuildsToAboutSoManyTokensNonceIncluded(int tokens) {
        PlannedPrompts prompts = PlannedPrompts.of(plan("run-1", 5, UNSET, OptionalInt.of(tokens), Cache.UNIQUE), CHAT);

        for (int i = 0; i < 70; i++) {
            assertThat(TokenEstimate.of(prompts.prompt(i))).isEqualTo(tokens);
            assertThat(prompts.prompt(i).text()).startsWith("[");
        }
    }

    @Test
    void leavesSomeTextBesideTheNonceHoweverFewTokens() {
        PlannedPrompts prompts = PlannedPrompts.of(plan("run-1", 5, UNSET, OptionalInt.of(1), Cache.UNIQUE), CHAT);

        assertThat(IntStream.range(0, 70).mapToObj(prompts::prompt))
                .allSatisfy(
                        prompt -> assertThat(withoutNonce(prompt)).isNotEmpty().hasSizeLessThanOrEqualTo(4));
    }

    @Test
    void refusesALengthForVerbatimMessages() {
        assertThatThrownBy(() -> PlannedPrompts.of(plan("run-1", 5, OptionalInt.of(9), UNSET, Cache.SHARED), MESSAGES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "promptChars must not be set for messages that are sent verbatim, but prompt set 'own.jsonl'"
                                + " has some; remove promptChars or write the entries as {\"prompt\": \"…\"}");
        assertThatThrownBy(() -> PlannedPrompts.of(plan("run-1", 5, UNSET, OptionalInt.of(9), Cache.SHARED), MESSAGES))
                .hasMessageStartingWith("promptTokens must not be set");
    }

    @Test
    void takesAnyIndexButNegativeOnes() {
        PlannedPrompts prompts = PlannedPrompts.of(plan("run-1", 5, OptionalInt.of(500), UNSET, Cache.SHARED), CHAT);

        assertThat(prompts.prompt(Integer.MAX_VALUE).chars()).isEqualTo(500);
        assertThatThrownBy(() -> prompts.prompt(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("index must be 0 or more, but is -1");
    }

    private static String withoutNonce(Prompt prompt) {
        return prompt.text().replaceFirst("^\\[[0-9a-z]{4}-\\d{5}] ", "");
    }

    private static List<Prompt> run(LoadPlan plan, PromptSet set) {
        PlannedPrompts prompts = PlannedPrompts.of(plan, set);
        return IntStream.range(0, 500).mapToObj(prompts::prompt).toList();
    }

    static LoadPlan plan(String runId, long seed, OptionalInt chars, OptionalInt tokens, Cache cache) {
        Workload workload = new Workload(
                new Workload.Prompts("chat", CHAT.contentHash(), chars, tokens), 16, false, true, 0, "", "", cache);
        Phases phases = new Phases(
                Phases.Warmup.NONE,
                OptionalInt.of(1),
                Optional.empty(),
                Duration.ZERO,
                Duration.ofMinutes(5),
                WindowKind.STEADY,
                false);
        return new LoadPlan(
                new Scenario("ATest", "a", Map.of(), Scenario.SINGLE),
                runId,
                Target.at("http://127.0.0.1:1"),
                Load.once(workload, Arrival.ClosedLoop.of(1), phases, seed),
                Caps.ofTimeout(Duration.ofSeconds(60)),
                Criteria.NONE,
                Observation.UNPROBED,
                new Output(Path.of("target"), false));
    }
}
