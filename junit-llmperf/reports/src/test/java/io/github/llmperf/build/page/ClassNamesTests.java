package io.github.llmperf.build.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClassNamesTests {

    @Test
    void namesAsManyPackagesAsTellClassesApart() {
        assertThat(ClassNames.packages(List.of(
                        "com.acme.chat.RagTest",
                        "com.acme.rag.RagTest",
                        "com.acme.rag.OtherTest",
                        "com.acme.chat.RagTest",
                        "one.load.Deep$Test",
                        "two.load.Deep$Test",
                        "RootTest",
                        "com.RootTest")))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "com.acme.chat.RagTest", "chat.",
                        "com.acme.rag.RagTest", "rag.",
                        "com.acme.rag.OtherTest", "",
                        "one.load.Deep$Test", "one.load.",
                        "two.load.Deep$Test", "two.load.",
                        "RootTest", "",
                        "com.RootTest", "com."));
    }

    @Test
    void endsForNamesThatNoClassHas() {
        assertThat(ClassNames.packages(List.of("", "a.", "a..", ".", "a..T", "a.T")))
                .hasSize(6);
    }
}
