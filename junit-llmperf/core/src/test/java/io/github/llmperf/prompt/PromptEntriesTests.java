package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.file.TextFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A prompt takes 150 bytes and its text, of which half of the heap must have room. */
class PromptEntriesTests {

    private static final TextFile FILE = TextFile.of("own.json", new byte[5 << 20]);

    private static PromptEntries ofHeap(long bytes) {
        return new PromptEntries(FILE, bytes);
    }

    @Test
    void takeHalfOfTheHeapAtMost() {
        PromptEntries entries = ofHeap(4L << 20);
        Prompt halfAMegabyte = Prompt.of("x".repeat((512 << 10) - 150));
        for (int i = 0; i < 4; i++) {
            entries.add(halfAMegabyte);
        }

        assertThatThrownBy(() -> entries.add(Prompt.of("")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "own.json must leave half of the heap of 4 MB to the load, but of its 5 MB the first 5 prompts"
                                + " alone take more; raise -Xmx (Surefire: argLine), or cut the file");
    }

    @Test
    void countTwoBytesForOtherThanLatinLetters() {
        ofHeap(2 * (150 + 10)).add(Prompt.of("ten lëtter"));
        ofHeap(2 * (150 + 10)).add(Prompt.of("五个汉字呢"));

        assertThatThrownBy(() -> ofHeap(2 * (150 + 10)).add(Prompt.of("十个字里有汉字的话呢")))
                .hasMessageContaining("the first 1 prompts alone take more");
    }

    @Test
    void countMessagesAndWholeConversations() {
        Prompt messages = new Prompt("", "[0123456789]", 10);
        Prompt talk = Prompt.of("four").first(List.of(Prompt.of("four"), Prompt.of("sixsix")));

        ofHeap(2 * (150 + 12)).add(messages);
        ofHeap(2 * (150 + 4 + 150 + 6)).add(talk);

        assertThatThrownBy(() -> ofHeap(2 * (150 + 11)).add(messages)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ofHeap(2 * (150 + 4 + 150 + 5)).add(talk))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ofThisProcessHaveRoomForASmallFile() {
        PromptEntries entries = new PromptEntries(FILE);
        entries.add(Prompt.of("small"));

        assertThat(entries.toSet("own").size()).isEqualTo(1);
    }
}
