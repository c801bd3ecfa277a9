package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Workload.Cache;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One example of everything that prompts may be written as, each read as a load would read it. */
class PromptFormatsTests {

    private static final Path EXAMPLES = Path.of("src/test/resources/prompt-formats");
    private static final OptionalInt UNSET = OptionalInt.empty();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sharegpt.json                  | 2 | How is a bicycle chain cleaned? | 自行车链条多久上一次油？ | 18r",
                "openai.jsonl                   | 2 | What is a mill?                 | 磨坊是什么？             | 40",
                "batch.jsonl                    | 2 | Name three rivers.              | 说出三条河流。           | 25",
                "table.csv                      | 2 | bread, milk and salt            | 面包、牛奶和盐           | 16",
                "questions.md                   | 2 | Answer for a child.             | 请用孩子能懂的话回答     | -",
                "questions.txt                  | 2 | Why does iron rust?             | 铁为什么会生锈？         | -",
                "document-qa(handbook.md)       | 3 | the text above                  | -                        | -",
                "document-qa(handbook-zh.txt)   | 2 | 以上内容                        | 水磨坊在小巷的尽头       | -",
                "shared-prefix(questionTokens=32, prefixTokens=64) | 256 | Handbook 1 of 8. | -        | -",
                "shared-prefix(language=zh, questionTokens=32, prefixTokens=64) | 256 | 《手册》第 1 卷 | - | -",
            })
    void areReadWithTheirTextsAndLengths(String name, int prompts, String text, String other, String answer) {
        PromptSet set = PromptSets.load(name, getClass().getClassLoader(), EXAMPLES);

        assertThat(set.size()).isEqualTo(prompts);
        assertThat(words(set.prompts().get(0))).contains(text);
        assertThat(set.prompts())
                .anyMatch(prompt -> other.equals("-") || words(prompt).contains(other));
        assertThat(set.prompts().get(0).answerLength().map(own -> own.tokens() + (own.recorded() ? "r" : "")))
                .isEqualTo(answer.equals("-") ? Optional.empty() : Optional.of(answer));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sharegpt.json",
                "table.csv",
                "questions.md",
                "questions.txt",
                "document-qa(handbook.md)",
                "document-qa(handbook-zh.txt)"
            })
    void areCutAndBuiltToALength(String name) {
        PromptSet set = PromptSets.load(name, getClass().getClassLoader(), EXAMPLES);
        PlannedPrompts planned =
                PlannedPrompts.of(PlannedPromptsTests.plan("run-1", 5, UNSET, OptionalInt.of(1500), Cache.UNIQUE), set);

        assertThat(IntStream.range(0, 9).mapToObj(planned::prompt))
                .allSatisfy(prompt -> assertThat(TokenEstimate.of(prompt)).isBetween(1498L, 1500L));
    }

    private static String words(Prompt prompt) {
        String messages = prompt.messages();
        return messages == null ? prompt.text() : messages;
    }
}
