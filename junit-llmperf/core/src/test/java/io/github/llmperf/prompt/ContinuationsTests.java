package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContinuationsTests {

    @TempDir
    Path directory;

    private PromptSet load(String name) {
        return PromptSets.load(name, ContinuationsTests.class.getClassLoader(), directory);
    }

    private static PromptLength chars(int number) {
        return new PromptLength(number, codePoint -> 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 500, 1000, 2000, 4000})
    void hasExactlyTheLengthAskedForAndKeepsTheRequest(int length) {
        Continuations texts =
                new Continuations("One sentence here. Another one there. ".repeat(10), OptionalInt.of(2000));

        String prompt = texts.text(0, chars(length));

        assertThat(prompt)
                .hasSize(length)
                .startsWith("\"\"\"\nOne sentence here.")
                .endsWith("\n\"\"\"\n\nRead the text above and continue it, about 2000 characters.");
    }

    @Test
    void asksInTheLanguageOfTheText() {
        Continuations texts = new Continuations("灯塔改成自动控制已经三十年了。谁也说不清为什么。".repeat(20), OptionalInt.of(500));

        assertThat(texts.get(0).text()).endsWith("请阅读上面的文字，然后接着往下写，约 500 字。");
    }

    @Test
    void leavesTheLengthToTheModelWhereNoneIsSaid() throws IOException {
        Files.writeString(directory.resolve("book.txt"), "It was late. Nobody came. ".repeat(50));

        PromptSet set = load("continuation(file=book.txt)");

        assertThat(set.prompts().get(0).text()).endsWith("Read the text above and continue it.");
        assertThat(set.size()).isGreaterThan(4);
        assertThat(set.contentHash())
                .isNotEqualTo(load("continuation(file=book.txt, chars=100)").contentHash());
    }

    @Test
    void comesWithATextOfItsOwn() {
        assertThat(load("continuation(chars=100)").size()).isGreaterThan(10);
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> load("continuation(chars=many)"))
                .hasMessageStartingWith(
                        "prompt set 'continuation(chars=many)' must have chars as a whole number from 1 to");
        assertThatThrownBy(() -> load("continuation(words=5)"))
                .hasMessageContaining("must have arguments such as file=…, chars=…, but has 'words=5'");
        assertThatThrownBy(() -> load("continuation(file=missing.txt)"))
                .hasMessageContaining("must name a file that exists, but there is no 'missing.txt'");
    }
}
