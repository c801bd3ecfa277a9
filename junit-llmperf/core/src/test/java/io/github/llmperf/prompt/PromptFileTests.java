package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromptFileTests {

    @Test
    void namesByteAndLineThatIsNotUtf8() {
        byte[] latin1 = "one\ntwo\ncaf\u00e9 au lait".getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> PromptFile.decode("own.txt", latin1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("own.txt must be UTF-8, but the byte at offset 11 (line 3) is not; save the file as UTF-8");
    }

    @Test
    void countsBytesNotCharactersBeforeTheError() {
        byte[] bytes = {(byte) 0xE6, (byte) 0xB1, (byte) 0x89, '\n', (byte) 0xC3, '('};

        assertThatThrownBy(() -> PromptFile.decode("own.txt", bytes))
                .hasMessageContaining("the byte at offset 4 (line 2) is not");
    }

    @Test
    void refusesACharacterCutOffAtTheEnd() {
        byte[] bytes = {'a', (byte) 0xE6, (byte) 0xB1};

        assertThatThrownBy(() -> PromptFile.decode("own.txt", bytes))
                .hasMessageContaining("the byte at offset 1 (line 1) is not");
    }

    @Test
    void removesOnlyTheFirstByteOrderMark() {
        byte[] bytes = "\uFEFFa\uFEFFb".getBytes(StandardCharsets.UTF_8);

        assertThat(PromptFile.decode("own.txt", bytes).text()).isEqualTo("a\uFEFFb");
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
