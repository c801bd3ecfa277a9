package io.github.llmperf.simulator.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.IntSummaryStatistics;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutputLengthsTests {

    private static final OutputLengths LENGTHS = new OutputLengths(60, 1);

    private static Answer natural(String prompt) {
        return LENGTHS.answer(new PromptText(prompt), OptionalInt.empty(), 0, false, 1000);
    }

    private static String prompt(int number) {
        return "Please explain in a few sentences how step number " + number + " of the plan works.";
    }

    @Test
    void spreadEvenlyAroundTheMean() {
        IntSummaryStatistics lengths =
                IntStream.range(0, 2000).map(i -> natural(prompt(i)).tokens()).summaryStatistics();

        assertThat(lengths.getMin()).isEqualTo(30);
        assertThat(lengths.getMax()).isEqualTo(90);
        assertThat(lengths.getAverage()).isCloseTo(60, within(1.5));
    }

    @Test
    void areTheSameForTheSamePrompt() {
        assertThat(natural(prompt(3))).isEqualTo(natural(prompt(3))).isNotEqualTo(natural(prompt(4)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[a1b2c3] ", "[ffffff] ", "run=7777\n", "#123.456 "})
    void doNotDependOnANonceInFrontOfThePrompt(String nonce) {
        for (int i = 0; i < 50; i++) {
            assertThat(natural(nonce + prompt(i))).as(prompt(i)).isEqualTo(natural("[000000] " + prompt(i)));
        }
    }

    @Test
    void standForShortPromptsAndForNone() {
        assertThat(natural("[a1b2c3] Name three primary colours."))
                .isEqualTo(natural("[d4e5f6] Name three primary colours."));
        assertThat(natural("").tokens()).isBetween(30, 90);
        assertThat(natural("?").tokens()).isBetween(30, 90);
    }

    @Test
    void areCutByTheMostTokensAllowed() {
        Answer cut = LENGTHS.answer(new PromptText("Hi"), OptionalInt.of(5), 0, false, 1000);

        assertThat(cut.tokens()).isEqualTo(5);
        assertThat(cut.finishReason()).isEqualTo("length");
        assertThat(cut.piece(5)).isNotEmpty();
    }

    @Test
    void areCutByTheRoomInTheContext() {
        assertThat(LENGTHS.answer(new PromptText("Hi"), OptionalInt.of(500), 0, true, 7)
                        .tokens())
                .isEqualTo(7);
    }

    @Test
    void endByThemselvesWithATokenWithoutText() {
        Answer answer = natural("Hi");

        assertThat(answer.finishReason()).isEqualTo("stop");
        assertThat(answer.piece(answer.tokens())).isEmpty();
        assertThat(answer.piece(answer.tokens() - 1)).isNotEmpty();
    }

    @Test
    void areForcedByIgnoreEos() {
        Answer forced = LENGTHS.answer(new PromptText("Hi"), OptionalInt.of(300), 0, true, 1000);

        assertThat(forced.tokens()).isEqualTo(300);
        assertThat(forced.finishReason()).isEqualTo("length");
    }

    @ParameterizedTest
    @CsvSource({"200, 201, stop", "300, 300, length"})
    void areForcedByTheFewestTokensAllowed(int minTokens, int tokens, String reason) {
        Answer forced = LENGTHS.answer(new PromptText("Hi"), OptionalInt.of(300), minTokens, false, 1000);

        assertThat(forced.tokens()).isEqualTo(tokens);
        assertThat(forced.finishReason()).isEqualTo(reason);
    }

    @Test
    void differBySeed() {
        OutputLengths other = new OutputLengths(60, 2);
        int[] ours =
                IntStream.range(0, 20).map(i -> natural(prompt(i)).tokens()).toArray();
        int[] theirs = IntStream.range(0, 20)
                .map(i -> other.answer(new PromptText(prompt(i)), OptionalInt.empty(), 0, false, 1000)
                        .tokens())
                .toArray();

        assertThat(ours).isNotEqualTo(theirs);
    }

    @Test
    void mustHaveAMeanThatLeavesSomethingToSay() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OutputLengths(3, 1))
                .withMessage("meanOutputTokens must be 4 or more, but is 3");
    }

    @Test
    void comeWithTextInTheLanguageOfThePrompt() {
        assertThat(natural("请解释一下什么是连续批处理,以及它为什么重要。").text())
                .containsPattern("\\p{IsHan}")
                .doesNotContain(" ");
        assertThat(natural(prompt(1)).text()).matches("[A-Z][A-Za-z .]+").contains(". ");
        assertThat(natural("Translate the single character 中 into English, with examples, please.")
                        .text())
                .matches("[A-Za-z .]+");
    }

    @ParameterizedTest
    @CsvSource({"'', 0", "a, 1", "abcd, 1", "abcde, 2", "中文, 2", "中文ab, 3", "'。', 1", "한, 1"})
    void countTokensOfPromptsRoughly(String text, int tokens) {
        assertThat(PromptText.tokensOf(text)).isEqualTo(tokens);
    }
}
