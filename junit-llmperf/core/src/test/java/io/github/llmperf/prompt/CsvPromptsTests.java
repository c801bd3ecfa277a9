package io.github.llmperf.prompt;

import static io.github.llmperf.prompt.PromptReading.assertRefused;
import static io.github.llmperf.prompt.PromptReading.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvPromptsTests {

    @Test
    void takesTheColumnPrompt() {
        assertThat(texts("own.csv", "id,prompt,lang\n1,hello,en\n2,你好,zh\n")).containsExactly("hello", "你好");
    }

    @Test
    void readsQuotedFieldsWithCommasQuotesAndLineBreaks() {
        assertThat(texts("own.csv", "prompt,id\r\n\"say \"\"hi\"\", then\r\nleave\",1\r\n\"\"\"\",2"))
                .containsExactly("say \"hi\", then\nleave", "\"");
    }

    @Test
    void toleratesByteOrderMarkBlankLinesQuotedHeaderAndEmptyNotes() {
        assertThat(texts("own.csv", "\uFEFF\n\"id\", prompt \n\n,first\n  \n\"\",second\n"))
                .containsExactly("first", "second");
    }

    @ParameterizedTest
    @ValueSource(strings = {"maxNewTokens", "max_tokens", "output_tokens"})
    void takesTheMostTokensOfAnAnswer(String column) {
        assertThat(PromptReading.read("own.csv", "prompt," + column + "\nhello, 217\nbye,\n")
                        .prompts())
                .extracting(Prompt::answerLength)
                .containsExactly(Optional.of(AnswerLength.atMost(217)), Optional.empty());
    }

    @Test
    void refusesMostTokensThatAreNone() {
        for (String wrong : List.of("0", "-3", "many", "1.5", "12345678901")) {
            assertRefused(
                    "own.csv",
                    "prompt,max_tokens\nhello,217\nbye," + wrong + "\n",
                    "own.csv line 3 must have a whole number of 1 or more in column max_tokens, but has '" + wrong
                            + "'; correct it, or leave it empty so that maxNewTokens rules");
        }
        assertRefused(
                "own.csv",
                "prompt,max_tokens,output_tokens\nhello,1,1\n",
                "own.csv must have one column for the length of answers in its header, but has max_tokens and"
                        + " output_tokens; remove or rename one");
    }

    @Test
    void refusesAHeaderWithoutThatColumn() {
        assertRefused(
                "own.csv",
                "id;prompt\n1;hello\n",
                "own.csv must have one column named prompt in its header, but has id;prompt;"
                        + " name it so and separate columns by commas");
        assertRefused(
                "own.csv",
                "prompt,prompt\na,b\n",
                "own.csv must have one column named prompt in its header, but has prompt, prompt;"
                        + " name it so and separate columns by commas");
    }

    @Test
    void namesTheLineOfARowOfAnotherLength() {
        assertRefused(
                "own.csv",
                "id,prompt\n1,\"two\nlines\"\n\n2,hello, world\n",
                "own.csv line 5 must have 2 fields like the header, but has 3;"
                        + " put a field that contains a comma between double quotes");
    }

    @Test
    void namesTheLineOfABlankPrompt() {
        assertRefused(
                "own.csv",
                "id,prompt\n1,\n",
                "own.csv line 2 must have a prompt that is not blank; write a text or remove the row");
    }

    @Test
    void namesTheLineOfAWrongQuote() {
        assertRefused(
                "own.csv",
                "prompt\nhello\n\"never\nclosed\n",
                "own.csv line 3 must close the double quote that it opens, but the file ends before");
        assertRefused(
                "own.csv",
                "prompt\nsay \"hi\"\n",
                "own.csv line 2 must have no double quote inside a plain field;"
                        + " put the field between double quotes and double each one inside");
        assertRefused(
                "own.csv",
                "prompt\n\"say \"hi\"\"\n",
                "own.csv line 2 must have a comma or a line end after a closing double quote, but has 'h';"
                        + " double each quote inside a field");
    }

    @Test
    void refusesAHeaderAlone() {
        assertRefused(
                "own.csv",
                "id,prompt\n",
                "own.csv must hold at least one prompt, but is empty; add one or name another prompt set");
    }
}
