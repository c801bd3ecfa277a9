package io.github.llmperf.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
}
