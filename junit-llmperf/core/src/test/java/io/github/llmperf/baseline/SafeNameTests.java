package io.github.llmperf.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeNameTests {

    @ParameterizedTest
    @ValueSource(
            strings = {"users=20,prompt=rag", "com.acme.RagLatencyTest$Inner", "holds(int,String)", "压力测试", "single"})
    void keepsHarmlessNames(String name) {
        assertThat(SafeName.of(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                ".",
                "",
                "../../etc/passwd",
                "a/b",
                "a\\b",
                ".git",
                "con",
                "nul.txt",
                "a\u0000b",
                "C:",
                "x."
            })
    void makesOddNamesOneHarmlessPathElement(String name) {
        assertThat(SafeName.of(name)).matches("[^/\\\\:\u0000]+@[0-9a-f]{8}").doesNotStartWith(".");
    }

    @Test
    void keepsDifferentNamesApart() {
        assertThat(List.of(SafeName.of("a/b"), SafeName.of("a\\b"), SafeName.of("a_b")))
                .doesNotHaveDuplicates();
    }

    @Test
    void cutsLongNamesAndKeepsThemApart() {
        String first = SafeName.of("x".repeat(300) + 1);

        assertThat(first).hasSizeLessThan(120).isNotEqualTo(SafeName.of("x".repeat(300) + 2));
    }
}
