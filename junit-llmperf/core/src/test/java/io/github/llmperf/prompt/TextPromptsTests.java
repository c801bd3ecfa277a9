package io.github.llmperf.prompt;

import static io.github.llmperf.prompt.PromptReading.assertRefused;
import static io.github.llmperf.prompt.PromptReading.texts;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextPromptsTests {

    @Test
    void takesEachLineAsOnePrompt() {
        assertThat(texts("own.txt", "first\nsecond one\n你好")).containsExactly("first", "second one", "你好");
    }

    @Test
    void toleratesByteOrderMarkWindowsLineEndsAndBlankLines() {
        assertThat(texts("own.txt", "\uFEFFfirst\r\n\r\n  \r\nsecond\r\n")).containsExactly("first", "second");
    }

    @Test
    void toleratesOldMacintoshLineEnds() {
        assertThat(texts("own.txt", "first\rsecond\r")).containsExactly("first", "second");
    }

    @Test
    void takesBlocksAsPromptsWhereALineSeparatesThem() {
        assertThat(texts("own.txt", "a story\nin two lines\n\nand a third\n---\nanother\n --- \n\n---\nlast\n"))
                .containsExactly("a story\nin two lines\n\nand a third", "another", "last");
    }

    @Test
    void doesNotSeparateAtDashesInsideALine() {
        assertThat(texts("own.txt", "a --- b\n----\n")).containsExactly("a --- b", "----");
    }

    @Test
    void takesAMarkdownFileAsOnePrompt() {
        assertThat(texts("own.md", "# Title\n\n- one\n- two\n")).containsExactly("# Title\n\n- one\n- two");
    }

    @Test
    void takesBlocksOfAMarkdownFileAsPrompts() {
        assertThat(texts("own.md", "# One\ntext\n---\n# Two\n")).containsExactly("# One\ntext", "# Two");
    }

    @Test
    void countsCodePointsNotJavaChars() {
        assertThat(PromptReading.read("own.txt", "a😀汉").prompts()).containsExactly(new Prompt("a😀汉", null, 3));
    }

    @Test
    void refusesAnEmptyFile() {
        String message = "own.txt must hold at least one prompt, but is empty; add one or name another prompt set";
        assertRefused("own.txt", "", message);
        assertRefused("own.txt", "\n \r\n---\n", message);
    }
}
