package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TooBusyTests {

    @ParameterizedTest
    @CsvSource({
        "INVALID, SATURATED, COMPLETED, FOUND, true",
        "PASS, SATURATED, COMPLETED, FOUND, false",
        "INVALID, GOOD, COMPLETED, FOUND, false",
        "INVALID, SATURATED, INTERRUPTED, FOUND, false",
        "INVALID, SATURATED, COMPLETED, INTERRUPTED, false"
    })
    void saysWhetherARunIsWorthAnotherTry(
            String verdict, String health, String end, String searched, boolean busy, @TempDir Path directory)
            throws IOException {
        Path result = Files.writeString(
                directory.resolve("result.json"),
                """
                {"verdict":"%s","health":{"status":"%s"},"end":"%s","capacity":{"end":"%s"}}"""
                        .formatted(verdict, health, end, searched));

        assertThat(TooBusy.says(result)).isEqualTo(busy);
    }
}
