package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromptFormatTests {

    @ParameterizedTest
    @ValueSource(strings = {"own.json", "own.jsonl", "own.csv", "own.md"})
    void refusesWhatIsNotUtf8InEveryFormat(String fileName) {
        byte[] bytes = "[\"prompt".getBytes(StandardCharsets.UTF_8);
        bytes[3] = (byte) 0xFF;

        assertThatThrownBy(() -> PromptReading.read(fileName, bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        fileName + " must be UTF-8, but the byte at offset 3 (line 1) is not; save the file as UTF-8");
    }

    @ParameterizedTest
    @CsvSource({"a.txt,TXT", "a.b.MD,MD", "dir/x.jsonl,JSONL", "x.json,JSON", "X.CSV,CSV"})
    void tellsTheFormatByTheEnding(String fileName, PromptFormat format) {
        assertThat(PromptFormat.of(fileName)).contains(format);
    }

    @Test
    void knowsNoOtherEnding() {
        assertThat(PromptFormat.of("prompts.yaml")).isEmpty();
        assertThat(PromptFormat.of("json")).isEmpty();
    }
}
