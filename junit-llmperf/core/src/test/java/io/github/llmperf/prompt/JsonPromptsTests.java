package io.github.llmperf.prompt;

import static io.github.llmperf.prompt.PromptReading.assertRefused;
import static io.github.llmperf.prompt.PromptReading.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPromptsTests {

    private static final String EXPECTED =
            "must be a JSON string or an object with \"prompt\", \"messages\", \"body\" or \"conversations\"";

    @Test
    void readsStringsAndPromptsLineByLine() {
        assertThat(texts("own.jsonl", "\uFEFF\"plain\"\r\n\r\n{\"id\":7,\"prompt\":\"in an object\\nof two lines\"}\n"))
                .containsExactly("plain", "in an object\nof two lines");
    }

    @Test
    void readsAnArrayOfTheSame() {
        assertThat(texts("own.json", " [ \"plain\", {\"prompt\": \"in an object\"} ] \n"))
                .containsExactly("plain", "in an object");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"messages\":%s}",
                "{\"custom_id\":\"r1\",\"method\":\"POST\",\"url\":\"/v1/chat/completions\","
                        + "\"body\":{\"model\":\"m\",\"messages\":%s,\"temperature\":1}}"
            })
    void keepsMessagesVerbatim(String form) {
        String messages =
                "[{\"role\":\"system\",\"content\":\"be brief\"},{\"role\":\"user\",\"content\":[{\"type\":\"text\","
                        + "\"text\":\"汉😀\"},{\"type\":\"image_url\",\"weight\":1.10,\"n\":12345678901234567890}]}]";

        assertThat(PromptReading.read("own.jsonl", form.formatted(messages)).prompts())
                .containsExactly(new Prompt("", messages, 10));
    }

    @Test
    void readsABatchLineOfPlainCompletions() {
        assertThat(texts("own.jsonl", "{\"body\":{\"prompt\":\"once upon a time\"}}"))
                .containsExactly("once upon a time");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"prompt\":\"x\",\"max_tokens\":217}",
                "{\"prompt\":\"x\",\"max_completion_tokens\":217,\"max_tokens\":null}",
                "{\"prompt\":\"x\",\"maxNewTokens\":217}",
                "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"max_tokens\":217}",
                "{\"max_tokens\":\"a note\",\"body\":{\"prompt\":\"x\",\"max_tokens\":217}}",
                "{\"conversations\":[{\"from\":\"human\",\"value\":\"x\"},{\"from\":\"gpt\",\"value\":\"y\"}],"
                        + "\"max_tokens\":217}"
            })
    void readsTheMostTokensOfAnAnswer(String entry) {
        assertThat(PromptReading.read("own.jsonl", entry).prompts())
                .extracting(Prompt::answerLength)
                .containsExactly(Optional.of(AnswerLength.atMost(217)));
    }

    @Test
    void refusesMostTokensThatAreNone() {
        String wayOut = "; correct it, or remove it so that maxNewTokens rules";
        String must = " must have a whole number of 1 or more as \"max_tokens\", but has ";
        assertRefused(
                "own.jsonl",
                "\"fine\"\n{\"prompt\":\"x\",\"max_tokens\":0}",
                "own.jsonl line 2" + must + "the number 0" + wayOut);
        assertRefused(
                "own.json",
                "[{\"body\":{\"prompt\":\"x\",\"max_tokens\":-3}}]",
                "own.json entry [0]" + must + "the number -3" + wayOut);
        assertRefused(
                "own.jsonl",
                "{\"prompt\":\"x\",\"max_tokens\":\"217\"}",
                "own.jsonl line 1" + must + "a string" + wayOut);
        assertRefused(
                "own.jsonl",
                "{\"prompt\":\"x\",\"max_tokens\":1.5}",
                "own.jsonl line 1" + must + "the number 1.5" + wayOut);
        assertRefused(
                "own.jsonl",
                "{\"prompt\":\"x\",\"max_tokens\":9,\"max_completion_tokens\":9}",
                "own.jsonl line 1 must have one of max_tokens and max_completion_tokens, but has both; remove one");
    }

    @Test
    void namesTheLineOfBrokenJson() {
        assertRefused(
                "own.jsonl",
                "\"fine\"\n\n{\"prompt\": \"x\" \"y\"}\n",
                "own.jsonl line 3 must be one JSON value, but column 16 is wrong: Unexpected character ('\"' (code 34)):"
                        + " was expecting comma to separate Object entries; write each entry on a line of its own");
    }

    @Test
    void refusesTwoValuesOnALine() {
        assertRefused(
                "own.jsonl",
                "\"a\" \"b\"",
                "own.jsonl line 1 must be one JSON value, but goes on after it in column 5;"
                        + " write each entry on a line of its own");
    }

    @Test
    void namesTheIndexOfAnEntryOfNoKnownForm() {
        assertRefused(
                "own.json",
                "[\"a\",{\"text\":\"x\",\"id\":1}]",
                "own.json entry [1] " + EXPECTED + ", but has only text, id");
        assertRefused("own.json", "[{}]", "own.json entry [0] " + EXPECTED + ", but has no key");
        assertRefused("own.json", "[17]", "own.json entry [0] " + EXPECTED + ", but is the number 17");
        assertRefused("own.jsonl", "null", "own.jsonl line 1 " + EXPECTED + ", but is null");
        assertRefused("own.json", "[\"a\",[\"b\"]]", "own.json entry [1] " + EXPECTED + ", but is an array");
    }

    @Test
    void refusesPromptAndMessagesTogether() {
        assertRefused(
                "own.jsonl",
                "{\"prompt\":\"x\",\"messages\":[]}",
                "own.jsonl line 1 must have one of prompt and messages, but has both; remove one");
    }

    @Test
    void refusesAPromptThatIsNoText() {
        assertRefused(
                "own.jsonl",
                "{\"prompt\":[1,2]}",
                "own.jsonl line 1 must have a string as its prompt, but has an array");
        assertRefused(
                "own.json",
                "[\"a\",\" \"]",
                "own.json entry [1] must have a prompt that is not blank; write a text or remove the entry");
    }

    @Test
    void refusesABodyWithoutPrompt() {
        assertRefused(
                "own.jsonl",
                "{\"body\":{\"model\":\"m\"}}",
                "own.jsonl line 1 must have \"messages\" or \"prompt\" in its \"body\", but has neither");
    }

    @Test
    void refusesMessagesThatAreNone() {
        assertRefused(
                "own.jsonl",
                "{\"messages\":\"hi\"}",
                "own.jsonl line 1 must have an array of messages as \"messages\", but has a string");
        assertRefused(
                "own.jsonl",
                "{\"messages\":[]}",
                "own.jsonl line 1 must have an array of messages as \"messages\", but has an empty one");
        assertRefused(
                "own.jsonl",
                "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"},{\"content\":\"b\"}]}",
                "own.jsonl line 1 must have a string \"role\" in message [1],"
                        + " for example {\"role\": \"user\", \"content\": \"…\"}");
        assertRefused(
                "own.jsonl",
                "{\"messages\":[{\"role\":\"user\",\"content\":null}]}",
                "own.jsonl line 1 must have some text in the content of its messages, but has none");
    }

    @Test
    void refusesAKeyGivenTwice() {
        assertRefused(
                "own.jsonl",
                "{\"prompt\":\"a\",\"prompt\":\"b\"}",
                "own.jsonl line 1 must be one JSON value, but column 23 is wrong: Duplicate field 'prompt';"
                        + " write each entry on a line of its own");
    }

    @Test
    void refusesAFileThatIsNoArray() {
        assertRefused(
                "own.json",
                "{\"prompt\":\"a\"}",
                "own.json must be a JSON array of prompts, but begins with {; put its entries between"
                        + " [ and ], or name the file .jsonl if it has one entry a line");
        assertRefused(
                "own.json",
                "[\"a\"]\n[\"b\"]",
                "own.json must be one JSON array, but goes on after its end in line 2; put all entries between one [ and ]");
    }

    @Test
    void namesTheEntryInWhichAnArrayBreaksOff() {
        assertRefused(
                "own.json",
                "[\"a\",\n\"b\",\n{\"prompt\": tru",
                "own.json entry [2] must be JSON, but line 3, column 12 is wrong: Unrecognized token 'tru': was expecting"
                        + " (JSON String, Number, Array, Object or token 'null', 'true' or 'false'); correct it there");
    }

    @Test
    void refusesAnArrayThatIsNotClosed() {
        assertRefused(
                "own.json",
                "[\"a\",\n\"b\"",
                "own.json entry [2] must be JSON, but line 2, column 4 is wrong: Unexpected end-of-input: expected close"
                        + " marker for Array; correct it there");
    }

    @Test
    void refusesAnEmptyArrayAndAnEmptyFile() {
        String message = "own.json must hold at least one prompt, but is empty; add one or name another prompt set";
        assertRefused("own.json", "[]", message);
        assertRefused("own.json", " \n", message);
    }
}
