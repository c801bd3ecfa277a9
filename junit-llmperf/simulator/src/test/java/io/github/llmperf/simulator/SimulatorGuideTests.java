package io.github.llmperf.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.simulator.profile.ProfileReader;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guide leaves no attribute of the simulator out. */
class SimulatorGuideTests {

    private static final Path DOCS = Path.of("../../docs");

    @Test
    void everyAttributeIsInTheAnnotationsPage() throws IOException {
        assertThat(Files.readString(DOCS.resolve("annotations.md")))
                .contains(Arrays.stream(SimulatedLlm.class.getDeclaredMethods())
                        .map(Method::getName)
                        .map(name -> "`" + name + "`")
                        .toList());
    }

    @Test
    void slowFactorIsInTheConfigurationPage() throws IOException {
        assertThat(Files.readString(DOCS.resolve("configuration.md")))
                .contains("`" + SimulatedTargetSource.SLOW_FACTOR_KEY + "`");
    }

    @Test
    void everyProfileIsInTheAnnotationsPageAndStarts() throws IOException {
        String page = Files.readString(DOCS.resolve("annotations.md"));
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/llmperf/profiles"))) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".json", "")))
                    .hasSizeGreaterThanOrEqualTo(7)
                    .allSatisfy(name -> {
                        assertThat(page).contains("`" + name + "`");
                        assertThat(ProfileReader.read(name).start().running()).isZero();
                    });
        }
    }
}
