package io.github.llmperf.bench.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult.Status;

class ScoredTests {

    private static final Scored UNCHANGED = new Scored(0, .018, 0, 10, 1, 1, Status.SUCCESSFUL, "PASS");
    private static final Scored SLOWED = new Scored(0, .018, .2, 10, 2, 3, Status.FAILED, "REGRESSION");

    @Test
    void isReadAsItWasWritten(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("new/scores.csv");
        UNCHANGED.append(file);
        SLOWED.append(file);

        assertThat(Scored.read(file)).containsExactly(UNCHANGED, SLOWED);
        assertThat(Scored.read(directory.resolve("none"))).isEmpty();
    }

    @Test
    void standsOnThePageByWhatFailed() {
        String text = new EndToEndPage(List.of(UNCHANGED, SLOWED), 3).text();

        assertThat(text)
                .contains("| nothing | 1.8 % | 1 | 0.00 (0.00–97.5) | 100.00 (2.50–100.00) | 0.00 (0.00–97.5) | 1.00 |"
                        + " PASS 1 |")
                .contains("| +20 % | both | 1 | 100.00 (2.50–100.00) | 0.00 (0.00–97.5) | 0.00 (0.00–97.5) | 3.00 |"
                        + " REGRESSION 1 |")
                .contains(
                        "Storing 1 baselines of 10 runs took 10 builds, and judging 2 candidates took 3: what was invalid");
    }
}
