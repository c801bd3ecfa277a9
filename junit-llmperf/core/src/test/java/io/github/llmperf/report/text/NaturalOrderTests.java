package io.github.llmperf.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NaturalOrderTests {

    @Test
    void countsAsPeopleDo() {
        List<String> ordered = List.of(
                "RagTest.load",
                "RagTest.load[requestRate=0.25/s]",
                "RagTest.load[requestRate=0.5/s]",
                "RagTest.load[requestRate=10/s]",
                "RagTest.load[users=1]",
                "RagTest.load[users=2,prompt=chat]",
                "RagTest.load[users=2]",
                "RagTest.load[users=16]",
                "RagTest.load[users=123456789012345678901234567890]",
                "Test2.load",
                "Test10.load");

        assertThat(ordered.stream().sorted(NaturalOrder.OF_TEXTS.reversed()).sorted(NaturalOrder.OF_TEXTS))
                .isEqualTo(ordered);
    }

    @Test
    void takesOnlyTheSameTextForTheSame() {
        assertThat(NaturalOrder.OF_TEXTS.compare("a=1", "a=1")).isZero();
        assertThat(NaturalOrder.OF_TEXTS.compare("a=1", "a=1.0")).isNegative();
        assertThat(NaturalOrder.OF_TEXTS.compare("a=01", "a=1")).isNegative();
        assertThat(NaturalOrder.OF_TEXTS.compare("", "a")).isNegative();
    }
}
