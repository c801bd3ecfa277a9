package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Workload.Cache;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SharedPrefixesTests {

    private static final OptionalInt UNSET = OptionalInt.empty();
    private static final String NAME =
            "shared-prefix(prefixes=3, questions=20, prefixTokens=500, questionTokens=60, language=%s)";

    @ParameterizedTest
    @ValueSource(strings = {"en", "zh"})
    void askManyQuestionsOnFewBeginnings(String language) {
        PromptSet set = load(NAME.formatted(language));

        assertThat(set.size()).isEqualTo(60);
        Map<String, Long> prefixes = set.prompts().stream()
                .collect(Collectors.groupingBy(SharedPrefixesTests::prefix, Collectors.counting()));
        assertThat(prefixes).hasSize(3).allSatisfy((prefix, prompts) -> {
            assertThat(prompts).isEqualTo(20);
            assertThat(TokenEstimate.of(prefix)).isBetween(499L, 500L);
        });
        assertThat(set.prompts().stream().map(SharedPrefixesTests::question))
                .doesNotHaveDuplicates()
                .allSatisfy(question -> assertThat(TokenEstimate.of(question)).isBetween(59L, 60L));
    }

    @Test
    void haveNothingInCommonBetweenTwoBeginnings() {
        List<Prompt> prompts = load(NAME.formatted("en")).prompts();

        assertThat(List.of(prompts.get(0), prompts.get(20), prompts.get(40)))
                .extracting(prompt -> prompt.text().substring(0, 12))
                .doesNotHaveDuplicates();
    }

    @Test
    void comeInAnOrderGivenByTheSeedOfTheLoad() {
        PromptSet set = load(NAME.formatted("en"));
        List<String> five = sent(set, 5);

        assertThat(sent(set, 5)).isEqualTo(five);
        assertThat(sent(set, 6)).isNotEqualTo(five).containsExactlyInAnyOrderElementsOf(five);
        assertThat(five.stream().limit(10).map(text -> text.substring(0, 12)).distinct())
                .as("beginnings of the first ten")
                .hasSizeGreaterThan(1);
    }

    @Test
    void areOtherTextsForAnotherNumber() {
        PromptSet one = load("shared-prefix(prefixTokens=200)");
        PromptSet same = load("shared-prefix(seed=1, prefixTokens=200)");
        PromptSet other = load("shared-prefix(seed=2, prefixTokens=200)");

        assertThat(one.size()).isEqualTo(8 * 32);
        assertThat(same.contentHash()).isEqualTo(one.contentHash()).isNotEqualTo(other.contentHash());
        assertThat(one.prompts()).isEqualTo(same.prompts()).doesNotContainAnyElementsOf(other.prompts());
    }

    @Test
    void needASharedCache() {
        PromptSet set = load("shared-prefix()");

        assertThatThrownBy(
                        () -> PlannedPrompts.of(PlannedPromptsTests.plan("run-1", 5, UNSET, UNSET, Cache.UNIQUE), set))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "cache must be SHARED with prompt set 'shared-prefix()', since the characters that UNIQUE puts"
                                + " in front of each prompt leave no prefix in common, but is UNIQUE; set cache = SHARED");
        assertThatThrownBy(() -> PlannedPrompts.of(
                        PlannedPromptsTests.plan("run-1", 5, UNSET, OptionalInt.of(9), Cache.SHARED), set))
                .hasMessage(
                        "promptTokens must not be set beside prompt set 'shared-prefix()', which has lengths of its own;"
                                + " remove promptTokens, and say prefixTokens and questionTokens");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "prefixes=0 | must have prefixes as a whole number from 1 to 1000000, but has '0'; correct it, or leave it out for 8",
                "prefixTokens=2k | must have prefixTokens as a whole number from 32 to 1000000, but has '2k'; correct it, or leave it out for 2000",
                "prefixes=8, prefixes=9 | must have each argument once, but has prefixes twice; remove one",
                "8, 32 | must have arguments such as prefixes=…, questions=…, prefixTokens=…, questionTokens=…, language=…, seed=…, but has '8'; correct it or leave it out",
                "language=fr | must have language as en or zh, but has 'fr'; correct it",
                "prefixes=9000, questions=9000 | must have at most 10000000 prompts, prefixes times questions, but has 81000000; lower one of them",
                "prefixes=9000 | must have at most 16000000 tokens in all its prefixes, but has 18000000; lower prefixes or prefixTokens"
            })
    void tellWhatIsWrittenWrong(String inside, String message) {
        assertThatThrownBy(() -> load("shared-prefix(" + inside + ")"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("prompt set 'shared-prefix(" + inside + ")' " + message);
    }

    private static List<String> sent(PromptSet set, long seed) {
        PlannedPrompts prompts =
                PlannedPrompts.of(PlannedPromptsTests.plan("run-1", seed, UNSET, UNSET, Cache.SHARED), set);
        return IntStream.range(0, set.size())
                .mapToObj(i -> prompts.prompt(i).text())
                .toList();
    }

    private static String prefix(Prompt prompt) {
        return prompt.text().substring(0, prompt.text().lastIndexOf("\n\n"));
    }

    private static String question(Prompt prompt) {
        return prompt.text().substring(prompt.text().lastIndexOf("\n\n") + 2);
    }

    private static PromptSet load(String name) {
        return PromptSets.load(name, SharedPrefixesTests.class.getClassLoader(), Path.of(""));
    }
}
