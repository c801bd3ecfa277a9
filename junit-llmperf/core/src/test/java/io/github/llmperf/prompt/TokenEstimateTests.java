package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenEstimateTests {

    @ParameterizedTest
    @CsvSource({"'',0", "a,1", "four,1", "fours,2", "汉,1", "汉字,2", "三个字,2", "twelve chars,3", "汉 fours,3"})
    void countsFourLettersOrOneAndAHalfIdeographsAToken(String text, long tokens) {
        assertThat(TokenEstimate.of(text)).isEqualTo(tokens);
    }

    @Test
    void countsTheJsonOfMessages() {
        assertThat(TokenEstimate.of(new Prompt("", "[{\"role\":\"user\"}]", 0))).isEqualTo(5);
        assertThat(TokenEstimate.of(Prompt.of("four"))).isEqualTo(1);
    }
}
