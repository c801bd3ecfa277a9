package io.github.llmperf.prompt;

import static io.github.llmperf.prompt.PromptReading.assertRefused;
import static io.github.llmperf.prompt.PromptReading.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShareGptConversationTests {

    @Test
    void takesTheFirstHumanTurn() {
        assertThat(
                        texts(
                                "share.json",
                                """
                [{"id": "a_0", "conversations": [
                   {"from": "human", "value": "How tall is it?"},
                   {"from": "gpt", "value": "Very."},
                   {"from": "human", "value": "And how wide?"}]},
                 {"id": "b_0", "conversations": [{"from": "user", "value": "几点了？", "markdown": null}]}]
                """))
                .containsExactly("How tall is it?", "几点了？");
    }

    @Test
    void estimatesTheLengthOfTheRecordedAnswer() {
        assertThat(PromptReading.read(
                                "share.json",
                                """
                [{"conversations": [{"from": "human", "value": "How tall?"}, {"from": "gpt", "value": "Twelve chars"}]},
                 {"conversations": [{"from": "human", "value": "How tall?"}, {"from": "gpt", "value": ""}]},
                 {"conversations": [{"from": "human", "value": "How tall?"}, {"from": "human", "value": "Well?"}]},
                 {"conversations": [{"from": "human", "value": "How tall?"}]}]
                """)
                        .prompts())
                .extracting(Prompt::answerLength)
                .containsExactly(
                        Optional.of(new AnswerLength(3, true)), Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Test
    void keepsAllThatTheHumanSays() {
        Prompt first = PromptReading.read(
                        "share.json",
                        """
                [{"conversations": [
                   {"from": "gpt", "value": "…"},
                   {"from": "human", "value": "one"},
                   {"from": "gpt", "value": "four"},
                   {"from": "human", "value": ""},
                   {"from": "human", "value": "two"},
                   {"from": "gpt", "value": "eight ch"}]}]
                """)
                .prompts()
                .get(0);

        assertThat(first.conversation()).extracting(Prompt::text).containsExactly("one", "two");
        assertThat(first.conversation().get(1).answerLength()).hasValue(new AnswerLength(2, true));
        assertThat(first.conversation().get(1).conversation()).isEmpty();
    }

    @Test
    void passesOverWhatComesBeforeTheHuman() {
        assertThat(
                        texts(
                                "share.json",
                                """
                [{"id": "a_7", "conversations": [
                   {"from": "system", "value": "be kind"},
                   {"from": "gpt", "value": "…the rest of an answer"},
                   {"from": "human", "value": " "},
                   {"from": "human", "value": "Go on."}]}]
                """))
                .containsExactly("Go on.");
    }

    @Test
    void countsConversationsWithoutAHumanTurn() {
        PromptSet set = PromptReading.read(
                "share.json",
                """
                [{"id": "a", "conversations": []},
                 {"id": "b", "conversations": [{"from": "gpt", "value": "…"}]},
                 {"id": "c", "conversations": [{"from": "human", "value": "Hello"}]}]
                """);

        assertThat(set.size()).isEqualTo(1);
        assertThat(set.skipped()).isEqualTo(2);
    }

    @Test
    void refusesAFileInWhichNoHumanSpeaks() {
        assertRefused(
                "share.json",
                "[{\"conversations\":[]},{\"conversations\":[]}]",
                "share.json must hold at least one prompt, but none of its 2 conversations has a human turn;"
                        + " add one or name another prompt set");
    }

    @Test
    void namesTheIndexOfAMalformedEntryWithSkippedOnesCounted() {
        String before = "[{\"conversations\":[]},{\"conversations\":[{\"from\":\"human\",\"value\":\"x\"}]},";
        assertRefused(
                "share.json",
                before + "{\"conversations\":\"y\"}]",
                "share.json entry [2] must have an array as \"conversations\", but has a string");
        assertRefused(
                "share.json",
                before + "{\"conversations\":[{\"from\":\"human\",\"value\":\"x\"},{\"from\":\"gpt\"}]}]",
                "share.json entry [2] must have a string \"value\" in turn [1], but there is nothing of that name");
        assertRefused(
                "share.json",
                before + "{\"conversations\":[{\"from\":3,\"value\":\"x\"}]}]",
                "share.json entry [2] must have a string \"from\" in turn [0], but there is the number 3");
        assertRefused(
                "share.json",
                before + "{\"conversations\":[\"hello\"]}]",
                "share.json entry [2] must have a string \"from\" in turn [0], but there is a string");
    }
}
