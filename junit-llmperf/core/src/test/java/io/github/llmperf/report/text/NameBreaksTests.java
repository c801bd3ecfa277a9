package io.github.llmperf.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameBreaksTests {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "outputTokenRate, output|Token|Rate",
                "`RagLatencyTest.staysFast[users=20,prompt=rag]`, `Rag|Latency|Test.|stays|Fast|[users=20,|prompt=rag]`",
                "`users=4, prompt=chat`, `users=4, |prompt=chat`",
                "HTTPServerTest.load(int), HTTPServer|Test.|load|(int)",
                "errorRate (compared), error|Rate |(compared)",
                "e2e.p99.9, e2e.|p99.|9",
                "``, ``",
                "prüftÖffnung, prüft|Öffnung",
                "读取模型, 读取模型"
            })
    void breakBetweenWordsOnly(String name, String pieces) {
        assertThat(String.join("|", NameBreaks.pieces(name))).isEqualTo(pieces);
        assertThat(String.join("", NameBreaks.pieces(name))).isEqualTo(name);
    }

    @Test
    void wrapWithinARoom() {
        assertThat(NameBreaks.wrapped("promptChars=4000, maxNewTokens=500", 20))
                .containsExactly("promptChars=4000,", "maxNewTokens=500");
        assertThat(NameBreaks.wrapped("outputTokenRate", 10)).containsExactly("output", "TokenRate");
        assertThat(NameBreaks.wrapped("throughputs", 4)).containsExactly("throughputs");
        assertThat(NameBreaks.wrapped("", 4)).containsExactly("");
    }

    @Test
    void fitsAnyNameWhereNothingMayStandOver() {
        assertThat(NameBreaks.fitted("gpu=throughputs", 8)).containsExactly("gpu=thro", "ughputs");
        assertThat(NameBreaks.fitted("promptChars=4000, maxNewTokens=500", 20))
                .containsExactly("promptChars=4000,", "maxNewTokens=500");
    }
}
