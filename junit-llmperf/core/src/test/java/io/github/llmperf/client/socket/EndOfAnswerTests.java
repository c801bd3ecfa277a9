package io.github.llmperf.client.socket;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndOfAnswerTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0__                    ; false",
                "0____                  ; true",
                "10____                 ; true",
                "e_data: [DONE]||____   ; true",
                "data: [DONE]||         ; true",
                "data: [DONE]           ; true",
                "data: [DONE] and 20 characters more ; false",
                "data: {}||             ; false",
                "[DON                   ; false",
            })
    void knowsHowACompleteAnswerEnds(String text, boolean complete) {
        byte[] bytes = text.replace("__", "\r\n").replace('|', '\n').getBytes(US_ASCII);

        assertThat(EndOfAnswer.isAt(bytes, 0, bytes.length)).isEqualTo(complete);
    }
}
