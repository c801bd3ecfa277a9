package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Workload.Cache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentQuestionsTests {

    private static final OptionalInt UNSET = OptionalInt.empty();

    @TempDir
    Path folder;

    /** A text in which every sentence is told apart by its number. */
    private static String english(int sentences) {
        StringBuilder text = new StringBuilder("# A handbook\n\n");
        IntStream.range(0, sentences)
                .forEach(i -> text.append("Sentence ").append(i).append(" says how the pump is taken apart. "));
        return text.toString();
    }

    private static String chinese(int sentences) {
        StringBuilder text = new StringBuilder();
        IntStream.range(0, sentences).forEach(i -> text.append("第").append(i).append("句说明如何拆开水泵，清洗并装回去。"));
        return text.toString();
    }

    @Test
    void endInAQuestionThatQuotesThePassage() {
        DocumentQuestions document = new DocumentQuestions(english(2000));

        for (int i = 0; i < document.size(); i++) {
            String prompt = document.get(i).text();
            String passage = prompt.substring(0, prompt.lastIndexOf("\n\n"));
            String question = prompt.substring(passage.length() + 2);
            String quoted = question.substring(question.indexOf('"') + 1, question.lastIndexOf('"'));
            assertThat(passage)
                    .startsWith(i == 0 ? "# A handbook" : "Sentence ")
                    .contains(quoted);
            assertThat(quoted).matches("(# A handbook|Sentence \\d+ says how .*)");
        }
    }

    @Test
    void areManyDifferentOnesOfALongText() {
        DocumentQuestions document = new DocumentQuestions(english(2000));

        assertThat(document.size()).isGreaterThan(300);
        List<String> beginnings = IntStream.range(0, document.size())
                .mapToObj(i -> document.get(i).text().substring(0, 40))
                .toList();
        assertThat(beginnings).doesNotHaveDuplicates();
        assertThat(IntStream.range(0, 60)
                        .mapToObj(i -> document.get(i).text().replaceAll("(?s).*\n\n(\\w+).*", "$1"))
                        .distinct())
                .as("kinds of questions")
                .hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {120, 1000, 30_000})
    void areAsLongAsAskedForWithTheirQuestion(int tokens) {
        for (String text : List.of(english(2000), chinese(2000), english(3))) {
            DocumentQuestions document = new DocumentQuestions(text);
            for (int i : new int[] {0, document.size() / 2, document.size() - 1}) {
                String prompt = document.text(i, PromptLength.ofTokens(tokens));
                assertThat(TokenEstimate.of(prompt)).isBetween(tokens - 1L, (long) tokens);
                assertThat(prompt).matches("(?s).*\n\n[^\n]*[\"”][^\n]*");
            }
        }
    }

    @Test
    void haveExactlyTheCharactersAskedFor() throws IOException {
        PlannedPrompts prompts = planned(english(2000), OptionalInt.of(5000), UNSET, Cache.UNIQUE);

        assertThat(IntStream.range(0, 50).mapToObj(prompts::prompt)).allMatch(prompt -> prompt.chars() == 5000);
    }

    @Test
    void countTheNonceAsPartOfTheirTokens() throws IOException {
        PlannedPrompts prompts = planned(chinese(2000), UNSET, OptionalInt.of(800), Cache.UNIQUE);

        for (int i = 0; i < 50; i++) {
            assertThat(prompts.prompt(i).text()).matches("(?s)\\[[0-9a-z]{4}-\\d{5}] .*\n\n.*“.+”.*");
            assertThat(TokenEstimate.of(prompts.prompt(i))).isBetween(798L, 800L);
        }
    }

    @Test
    void askInTheLanguageOfTheText() {
        assertThat(new DocumentQuestions(chinese(50)).get(0).text()).contains("以上内容");
        assertThat(new DocumentQuestions(english(50)).get(0).text()).contains("the text above");
        assertThat(QuestionWords.of("使用 kubectl get pods 命令查看状态")).isEqualTo(QuestionWords.CHINESE);
    }

    @Test
    void areTheSameFromRunToRunButForTheirOrder() throws IOException {
        PlannedPrompts first = planned(english(500), UNSET, OptionalInt.of(300), Cache.SHARED);
        PlannedPrompts second = planned(english(500), UNSET, OptionalInt.of(300), Cache.SHARED);

        assertThat(IntStream.range(0, 50).mapToObj(first::prompt))
                .isEqualTo(IntStream.range(0, 50).mapToObj(second::prompt).toList())
                .doesNotHaveDuplicates();
    }

    @Test
    void areAsLongAsAShortTextUnlessMoreIsAskedFor() {
        DocumentQuestions document = new DocumentQuestions(english(30));

        assertThat(document.get(0).text()).contains("Sentence 29 ");
        assertThat(TokenEstimate.of(document.get(0))).isLessThan(DocumentQuestions.TOKENS);
        assertThat(new DocumentQuestions(english(5000)).meanTokens()).isEqualTo(DocumentQuestions.TOKENS);
    }

    @Test
    void takeATextWithoutAnySentence() {
        DocumentQuestions document = new DocumentQuestions("x".repeat(100_000));

        assertThat(document.size()).isGreaterThan(90);
        assertThat(TokenEstimate.of(document.text(3, PromptLength.ofTokens(500))))
                .isEqualTo(500);
    }

    @Test
    void needRoomForTheirQuestion() {
        assertThatThrownBy(() -> planned(english(50), UNSET, OptionalInt.of(60), Cache.UNIQUE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "promptTokens must be at least 72 with prompt set 'document-qa(handbook.txt)', to hold a passage"
                                + " and the question at its end, but is 60; raise it");
        assertThatThrownBy(() -> planned(english(50), OptionalInt.of(60), UNSET, Cache.UNIQUE))
                .hasMessageStartingWith("promptChars must be at least 288 with prompt set");
    }

    @Test
    void tellFilesThatDoNotDo() throws IOException {
        Files.writeString(folder.resolve("blank.md"), " \n");

        assertThatThrownBy(() -> load("document-qa(blank.md)"))
                .hasMessage("document 'blank.md' must hold a text, but is blank; name another file");
        assertThatThrownBy(() -> load("document-qa()"))
                .hasMessage(
                        "prompt set 'document-qa()' must name a text file, as in document-qa(docs/handbook.md), but names"
                                + " none");
        assertThatThrownBy(() -> load("document-qa(no.md)"))
                .hasMessage(
                        "prompt set 'document-qa(no.md)' must name a file that exists, but there is no 'no.md' under"
                                + " llmperf/prompts on the class path, nor in "
                                + folder.toAbsolutePath().normalize()
                                + "; correct the path");
    }

    @Test
    void areAnotherWorkloadWhenTheTextChanges() throws IOException {
        Files.writeString(folder.resolve("a.adoc"), english(50));
        String hash = load("document-qa(a.adoc)").contentHash();
        Files.writeString(folder.resolve("a.adoc"), english(51));

        assertThat(load("document-qa(a.adoc)").contentHash()).isNotEqualTo(hash);
    }

    private PlannedPrompts planned(String text, OptionalInt chars, OptionalInt tokens, Cache cache) throws IOException {
        Files.writeString(folder.resolve("handbook.txt"), text);
        PromptSet set = load("document-qa(handbook.txt)");
        LoadPlan plan = PlannedPromptsTests.plan("run-1", 5, chars, tokens, cache);
        return PlannedPrompts.of(plan, set);
    }

    private PromptSet load(String name) {
        return PromptSets.load(name, getClass().getClassLoader(), folder);
    }
}
