package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChatHistoryTests {

    private static Prompt messages(String json, int chars) {
        return new Prompt("", json.replace('\'', '"'), chars);
    }

    private static String json(Prompt prompt) {
        return String.valueOf(prompt.messages()).replace('"', '\'');
    }

    @Test
    void asksTheFirstTextAsAMessage() {
        Prompt asked = ChatHistory.NONE.ask(Prompt.of("Hi"));

        assertThat(asked.text()).isEmpty();
        assertThat(json(asked)).isEqualTo("[{'role':'user','content':'Hi'}]");
        assertThat(asked.chars()).isEqualTo(2);
    }

    @Test
    void growsByAnswersAndTexts() {
        Prompt first = ChatHistory.NONE.ask(Prompt.of("Hi"));
        Prompt second = ChatHistory.after(first, " Hello\n").ask(Prompt.of("How are you?"));
        Prompt third = ChatHistory.after(second, "Well").ask(Prompt.of("Bye"));

        assertThat(json(third))
                .isEqualTo("[{'role':'user','content':'Hi'},{'role':'assistant','content':' Hello\\n'},"
                        + "{'role':'user','content':'How are you?'},{'role':'assistant','content':'Well'},"
                        + "{'role':'user','content':'Bye'}]");
    }

    @Test
    void isNotChangedByWhatFollows() {
        ChatHistory history = ChatHistory.after(Prompt.of("Hi"), "Hello");
        Prompt one = history.ask(Prompt.of("1"));

        ChatHistory.after(one, "2").ask(Prompt.of("3"));

        assertThat(history.ask(Prompt.of("1"))).isEqualTo(one);
    }

    @Test
    void countsTheCharactersOfAllContents() {
        Prompt second = ChatHistory.after(ChatHistory.NONE.ask(Prompt.of("你好")), "a\uD83D\uDE00\"")
                .ask(Prompt.of("four"));

        assertThat(second.chars()).isEqualTo(2 + 3 + 4);
    }

    @Test
    void escapesWhatJsonMust() {
        Prompt second = ChatHistory.after(Prompt.of("\"q\"\\"), "\u0001\t</s>").ask(Prompt.of("x"));

        assertThat(second.messages())
                .isEqualTo("[{\"role\":\"user\",\"content\":\"\\\"q\\\"\\\\\"},"
                        + "{\"role\":\"assistant\",\"content\":\"\\u0001\\t</s>\"},"
                        + "{\"role\":\"user\",\"content\":\"x\"}]");
    }

    @Test
    void appendsToMessagesLetterForLetter() {
        Prompt given = messages(
                " [{'role':'system','content':'Be brief.'}, {'role':'user','content':'Hi','n':1.500},"
                        + "{'role':'assistant','content':null,'tool_calls':[{'id':'t1'}]},"
                        + "{'role':'tool','tool_call_id':'t1','content':'7'}] ",
                12);

        assertThat(ChatHistory.NONE.ask(given)).isSameAs(given);
        Prompt second = ChatHistory.after(given, "Seven").ask(Prompt.of("And?"));
        assertThat(json(second))
                .isEqualTo("[{'role':'system','content':'Be brief.'}, {'role':'user','content':'Hi','n':1.500},"
                        + "{'role':'assistant','content':null,'tool_calls':[{'id':'t1'}]},"
                        + "{'role':'tool','tool_call_id':'t1','content':'7'},"
                        + "{'role':'assistant','content':'Seven'},{'role':'user','content':'And?'}]");
        assertThat(second.chars()).isEqualTo(12 + 5 + 4);
    }

    @Test
    void leavesOutWhatStandsBeforeTheUserInLaterMessagesAndTheirSystemTexts() {
        Prompt later = messages(
                "[{'role':'system','content':'Be loud.'},{'role':'assistant','content':'I am.'},"
                        + "{'role':'user','content':[{'type':'text','text':'Look'},{'type':'image_url','n':0.10}]},"
                        + "{'role':'developer','content':'Quiet.'},{'role':'assistant','content':'OK'},"
                        + "{'role':'user','content':'Why?'}]",
                30);

        Prompt second = ChatHistory.after(Prompt.of("Hi"), "Hello").ask(later);

        assertThat(json(second))
                .isEqualTo("[{'role':'user','content':'Hi'},{'role':'assistant','content':'Hello'},"
                        + "{'role':'user','content':[{'type':'text','text':'Look'},{'type':'image_url','n':0.10}]},"
                        + "{'role':'assistant','content':'OK'},{'role':'user','content':'Why?'}]");
        assertThat(second.chars()).isEqualTo(2 + 5 + 4 + 2 + 4);
    }

    @Test
    void keepsLaterMessagesWithoutAUserAsTheyAre() {
        Prompt second = ChatHistory.after(Prompt.of("Hi"), "Hello").ask(messages("[{'role':'tool','content':'7'}]", 1));

        assertThat(json(second)).endsWith("{'role':'assistant','content':'Hello'},{'role':'tool','content':'7'}]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"role\":\"user\"}", "hello", "[{"})
    void refusesMessagesThatAreNoArray(String broken) {
        ChatHistory history = ChatHistory.after(Prompt.of("Hi"), "Hello");

        assertThatThrownBy(() -> history.ask(new Prompt("", broken, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("messages of a prompt must be a JSON array, but are " + broken);
        assertThatThrownBy(() -> ChatHistory.after(new Prompt("", broken, 1), "Hello"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("messages of a prompt must be a JSON array, but are " + broken);
    }
}
