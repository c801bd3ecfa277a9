package io.github.llmperf.protocol.kit;

import static io.github.llmperf.protocol.kit.TextSoFar.Shape.NEW;
import static io.github.llmperf.protocol.kit.TextSoFar.Shape.UNKNOWN;
import static io.github.llmperf.protocol.kit.TextSoFar.Shape.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.protocol.kit.TextSoFar.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TextSoFarTests {

    @ParameterizedTest
    @EnumSource(names = {"WHOLE", "NEW"})
    void readsTextsThatGrowAsWhole(Shape usual) {
        Answer answer = read(TextSoFar.usually(usual), UNKNOWN, List.of("In", "Ink", "Ink", "Ink 海", "Ink 海!"));

        assertThat(answer.text()).isEqualTo("Ink 海!");
        assertThat(answer.contentChunks()).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource(names = {"WHOLE", "NEW"})
    void readsTextsThatDoNotGrowAsNew(Shape usual) {
        Answer answer = read(TextSoFar.usually(usual), UNKNOWN, List.of("Ink", " on", " paper", "", " paper"));

        assertThat(answer.text()).isEqualTo("Ink on paper paper");
        assertThat(answer.contentChunks()).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource(names = {"WHOLE", "NEW"})
    void correctsPiecesThatLookedLikeATextThatGrows(Shape usual) {
        Answer answer = read(TextSoFar.usually(usual), UNKNOWN, List.of("1", "10", "100", " apples"));

        assertThat(answer.text()).isEqualTo("110100 apples");
        assertThat(answer.outputChars()).isEqualTo(13);
        assertThat(answer.contentChunks()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"WHOLE, ha!, 2", "NEW, haha!, 3"})
    void readsARepetitionAsIsUsual(Shape usual, String text, int chunks) {
        Shape other = usual == WHOLE ? UNKNOWN : NEW;
        List<String> texts = usual == WHOLE ? List.of("ha", "ha", "ha!") : List.of("ha", "ha", "!");

        Answer answer = read(TextSoFar.usually(usual), other, texts);

        assertThat(answer.text()).isEqualTo(text);
        assertThat(answer.contentChunks()).isEqualTo(chunks);
    }

    @ParameterizedTest
    @CsvSource({"WHOLE, ' the end'", "NEW, '  the the end'"})
    void learnsNothingFromABlankThatGrows(Shape usual, String text) {
        List<String> pieces = List.of(" ", " the", " the", " end");
        List<String> whole = List.of(" ", " the", " the", " the end");

        assertThat(read(TextSoFar.usually(usual), UNKNOWN, usual == NEW ? pieces : whole)
                        .text())
                .isEqualTo(text);
    }

    @Test
    void correctsAWholeTextThatBeganWithABlank() {
        assertThat(read(TextSoFar.usually(NEW), UNKNOWN, List.of(" ", " the", " the end"))
                        .text())
                .isEqualTo(" the end");
    }

    @Test
    void correctsARepetitionThatWasOutput() {
        assertThat(read(TextSoFar.usually(WHOLE), UNKNOWN, List.of("ha", "ha", "!"))
                        .text())
                .isEqualTo("haha!");
    }

    @Test
    void readsARepetitionAsTheSignSays() {
        Answer pieces = read(TextSoFar.usually(WHOLE), NEW, List.of("ha", "ha", "!"));
        Answer whole = read(TextSoFar.usually(NEW), WHOLE, List.of("ha", "ha", "ha!"));

        assertThat(pieces.text()).isEqualTo("haha!");
        assertThat(pieces.contentChunks()).isEqualTo(3);
        assertThat(whole.text()).isEqualTo("ha!");
        assertThat(whole.contentChunks()).isEqualTo(2);
    }

    @Test
    void trustsTextsMoreThanASign() {
        assertThat(read(TextSoFar.usually(WHOLE), NEW, List.of("Ink", "Ink o", "Ink on", "Ink on p"))
                        .text())
                .isEqualTo("Ink on p");
        assertThat(read(TextSoFar.usually(WHOLE), WHOLE, List.of("Ink", " on", " on"))
                        .text())
                .isEqualTo("Ink on on");
    }

    @Test
    void trustsASignWhereTwoPiecesLookLikeATextThatGrows() {
        assertThat(read(TextSoFar.usually(WHOLE), NEW, List.of("1", "10")).text())
                .isEqualTo("110");
    }

    @Test
    void staysWithAWholeTextOfWhichAnEarlierPartChanges() {
        Answer answer =
                read(TextSoFar.usually(WHOLE), UNKNOWN, List.of("a", "ab", "abc", "abcd", "abX", "abX\uFFFD", "abXé"));

        assertThat(answer.text()).isEqualTo("abcdXé");
    }

    @Test
    void holdsBackIncompleteCharactersOfAWholeText() {
        Answer answer = read(TextSoFar.usually(WHOLE), WHOLE, List.of("\uFFFD", "a\uFFFD", "a\uFFFD", "a😀"));

        assertThat(answer.text()).isEqualTo("a😀");
        assertThat(answer.contentChunks()).isEqualTo(2);
    }

    @Test
    void holdsNothingBackAtTheEnd() {
        AnswerBuilder draft = draft();
        TextSoFar.usually(WHOLE).add("a\uFFFD", UNKNOWN, true, 0, draft);

        assertThat(draft.reading().answer().text()).isEqualTo("a\uFFFD");
    }

    @Test
    void findsNothingOutWhereItIsKnown() {
        assertThat(read(TextSoFar.always(WHOLE), NEW, List.of("ha", "ha", "!")).text())
                .isEqualTo("ha!");
        assertThat(read(TextSoFar.always(NEW), WHOLE, List.of("ha", "haha", "haha"))
                        .text())
                .isEqualTo("hahahahaha");
    }

    private static Answer read(TextSoFar text, Shape sign, List<String> events) {
        AnswerBuilder draft = draft();
        for (String event : events) {
            text.add(event, sign, false, 0, draft);
            draft.closeEvent();
        }
        return draft.reading().answer();
    }

    private static AnswerBuilder draft() {
        return new AnswerBuilder(Workloads.stream(true), FailureKind.STREAM_ERROR);
    }
}
