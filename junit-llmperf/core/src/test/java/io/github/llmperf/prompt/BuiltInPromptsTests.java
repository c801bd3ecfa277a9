package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Character.UnicodeScript;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BuiltInPromptsTests {

    @ParameterizedTest
    @ValueSource(strings = {"chat", "rag", "classifier", "rewrite", "continuation"})
    void hasEachSetInBothLanguages(String name) {
        List<Prompt> english = prompts(name + "-en");
        List<Prompt> chinese = prompts(name + "-zh");

        assertThat(english).hasSizeGreaterThanOrEqualTo(12).allSatisfy(p -> assertThat(hanShare(p))
                .isZero());
        assertThat(chinese).hasSizeGreaterThanOrEqualTo(12).allSatisfy(p -> assertThat(hanShare(p))
                .isGreaterThan(.6));
        assertThat(prompts(name))
                .doesNotHaveDuplicates()
                .hasSize(english.size() + chinese.size())
                .containsAll(english)
                .containsAll(chinese)
                .startsWith(english.get(0), chinese.get(0), english.get(1), chinese.get(1));
    }

    @Test
    void givesRagPromptsLongContexts() {
        assertThat(prompts("rag")).allSatisfy(p -> assertThat(p.chars()).isBetween(1500, 3100));
    }

    @Test
    void keepsChatPromptsShort() {
        assertThat(prompts("chat")).allSatisfy(p -> assertThat(p.chars()).isLessThan(150));
    }

    @Test
    void putsTheTextToContinueBetweenTripleQuotes() {
        assertThat(prompts("continuation-en")).allSatisfy(p -> assertThat(p.text())
                .startsWith("\"\"\"\n")
                .endsWith("\n\"\"\"\n\nRead the text above and continue it."));
    }

    @Test
    void endsClassifierPromptsWhereTheLabelBelongs() {
        assertThat(prompts("classifier-en"))
                .allSatisfy(p -> assertThat(p.text()).endsWith("\nLabel:").containsPattern("Label: \\w+\n"));
        assertThat(prompts("classifier-zh"))
                .allSatisfy(p -> assertThat(p.text()).endsWith("\n标签："));
    }

    @Test
    void knowsNoOtherName() {
        assertThat(BuiltInPrompts.find("chat-fr")).isEmpty();
        assertThat(BuiltInPrompts.find("../chat")).isEmpty();
    }

    private static List<Prompt> prompts(String name) {
        return BuiltInPrompts.find(name).orElseThrow().prompts();
    }

    /** Share of Chinese characters among the letters. */
    private static double hanShare(Prompt prompt) {
        long letters = prompt.text().codePoints().filter(Character::isLetter).count();
        long han = prompt.text()
                .codePoints()
                .filter(c -> UnicodeScript.of(c) == UnicodeScript.HAN)
                .count();
        return (double) han / letters;
    }
}
