package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PromptSetTests {

    @Test
    void hashesThePromptsAlone() {
        String hash = PromptReading.read("a.txt", "one\ntwo\n").contentHash();

        assertThat(hash).matches("[0-9a-f]{16}");
        assertThat(PromptReading.read("b.txt", "\uFEFFone\r\n\r\ntwo").contentHash())
                .isEqualTo(hash);
        assertThat(PromptReading.read("c.json", "[\"one\",\"two\"]").contentHash())
                .isEqualTo(hash);
    }

    @Test
    void tellsContentsApart() {
        assertThat(List.of("one\ntwo", "two\none", "one two", "onet\nwo", "one\ntwo\nthree"))
                .extracting(text -> PromptReading.read("a.txt", text).contentHash())
                .doesNotHaveDuplicates();
    }

    @Test
    void tellsMessagesFromTheSameText() {
        String messages = "[{\"role\":\"user\",\"content\":\"x\"}]";
        PromptSet verbatim = PromptReading.read("a.jsonl", "{\"messages\":" + messages + "}");
        PromptSet text = PromptReading.read("a.txt", messages);

        assertThat(verbatim.contentHash()).isNotEqualTo(text.contentHash());
    }

    @Test
    void tellsLengthsOfAnswersApart() {
        assertThat(Stream.of("\"x\"", "{\"prompt\":\"x\",\"max_tokens\":7}", "{\"prompt\":\"x\",\"max_tokens\":8}")
                        .map(entry -> PromptReading.read("a.jsonl", entry).contentHash()))
                .doesNotHaveDuplicates();
    }

    @Test
    void tellsLaterTurnsApart() {
        String conversation =
                "[{\"conversations\":[{\"from\":\"human\",\"value\":\"x\"},{\"from\":\"human\",\"value\":\"%s\"}]}]";
        assertThat(PromptReading.read("a.json", conversation.formatted("y")).contentHash())
                .isNotEqualTo(PromptReading.read("a.json", conversation.formatted("z"))
                        .contentHash());
    }

    @Test
    void keepsItsHashFromReleaseToRelease() {
        assertThat(PromptReading.read("a.txt", "one\ntwo").contentHash()).isEqualTo("2235976b75e92848");
    }

    @Test
    void copiesItsPrompts() {
        List<Prompt> prompts = new ArrayList<>(List.of(Prompt.of("one")));
        PromptSet set = PromptSet.of("own", prompts, 0);
        prompts.clear();

        assertThat(set.size()).isEqualTo(1);
        assertThat(set).hasToString("prompt set 'own' of 1 prompts (" + set.contentHash() + ")");
    }

    @Test
    void mustNotBeEmpty() {
        assertThatThrownBy(() -> PromptSet.of("own", List.of(), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("prompt set 'own' must hold at least one prompt, but is empty");
    }
}
