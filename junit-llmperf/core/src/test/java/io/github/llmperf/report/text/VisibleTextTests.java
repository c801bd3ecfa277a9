package io.github.llmperf.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisibleTextTests {

    @Test
    void leavesReadableTextAsItIs() {
        assertThat(VisibleText.text("naïve 检索 👩‍🔬 ±3 %")).isEqualTo("naïve 检索 👩‍🔬 ±3 %");
    }

    @ParameterizedTest
    @CsvSource({
        "0x0A, \\n",
        "0x0D, \\r",
        "0x09, \\t",
        "0x00, \\u0000",
        "0x1B, \\u001b",
        "0x7F, \\u007f",
        "0x85, \\u0085",
        "0x202E, \\u202e",
        "0x2066, \\u2066",
        "0x2028, \\u2028",
        "0xFEFF, \\ufeff",
        "0xD800, \\ud800",
        "0xFFFF, \\uffff",
        "0xE0001, \\u{e0001}"
    })
    void showsWhatCannotBeSeen(String codePoint, String shown) {
        String text = "a" + new String(Character.toChars(Integer.decode(codePoint))) + "b";

        assertThat(VisibleText.text(text)).isEqualTo("a" + shown + "b");
    }

    @Test
    void cutsLongTextsAndSaysHowLongTheyWere() {
        assertThat(VisibleText.text("x".repeat(1_000_000), 5)).isEqualTo("xxxxx… (1000000 characters)");
    }

    @Test
    void neverCutsACharacterInHalf() {
        assertThat(VisibleText.text("🙂🙂🙂", 2)).isEqualTo("🙂🙂… (6 characters)");
    }
}
