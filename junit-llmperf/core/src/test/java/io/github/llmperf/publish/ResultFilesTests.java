package io.github.llmperf.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Scenario;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultFilesTests {

    private static final Path OUTPUT = Path.of("target/llmperf");

    @Test
    void followsClassMethodAndCell() {
        ResultFiles files = files("com.acme.RagTest$Nested", "staysResponsive", "users=20,prompt=rag");

        assertThat(files.result())
                .isEqualTo(OUTPUT.resolve("com.acme.RagTest$Nested/staysResponsive/users=20,prompt=rag/result.json"));
        assertThat(files.html().getFileName()).hasToString("report.html");
        assertThat(files.latencyChart().getFileName()).hasToString("latency.svg");
        assertThat(files.requests().getFileName()).hasToString("requests.jsonl.gz");
    }

    @Test
    void tellsOverloadsApart() {
        Path ints = files("A", "load(int, String)", "single").directory();
        Path longs = files("A", "load(int,String)", "single").directory();

        assertThat(ints).isNotEqualTo(longs);
        assertThat(ints.getParent().getFileName().toString()).matches("load_int,_String_-[0-9a-f]{8}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                ".",
                "",
                "../../../etc/passwd",
                "/etc/passwd",
                "a/../../b",
                "C:\\x",
                "\0",
                "...",
                "~",
                "\u202ex"
            })
    void neverLeavesTheOutput(String name) {
        Path directory = files(name, name, name).directory().toAbsolutePath().normalize();

        assertThat(directory).startsWithRaw(OUTPUT.toAbsolutePath());
        assertThat(directory.getNameCount()).isEqualTo(OUTPUT.toAbsolutePath().getNameCount() + 3);
    }

    @Test
    void keepsLongAndForeignNamesApart() {
        assertThat(Stream.of(
                                "x".repeat(5000),
                                "x".repeat(5001),
                                "检索",
                                "检查",
                                "a b",
                                "a_b",
                                "a/b",
                                "CON",
                                "nul.txt",
                                "a.")
                        .map(ResultFiles::safe))
                .doesNotHaveDuplicates()
                .allSatisfy(name -> assertThat(name)
                        .matches("[A-Za-z0-9$._=,+-]{1,96}")
                        .doesNotEndWith(".")
                        .doesNotMatch("(?i)(con|nul)(\\..*)?"));
    }

    private static ResultFiles files(String className, String method, String cell) {
        return ResultFiles.forScenario(OUTPUT, new Scenario(className, method, Map.of(), cell));
    }
}
