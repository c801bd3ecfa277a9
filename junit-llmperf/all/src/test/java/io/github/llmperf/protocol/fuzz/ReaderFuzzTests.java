package io.github.llmperf.protocol.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.catalog.Dialects;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads what no server would send; the profile {@code fuzz} reads much more of it. */
@Tag("simulation")
class ReaderFuzzTests {

    private static final long SEED = Long.getLong("llmperf-fuzz.seed", 20_260);
    private static final long FIRST = Long.getLong("llmperf-fuzz.first", 0);
    private static final long INPUTS = Long.getLong("llmperf-fuzz.inputs", 20_000);
    private static final long MINUTES = Long.getLong("llmperf-fuzz.minutes", 60);

    /** Detects a hang; no machine is this slow. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Test
    void readsWhateverComes() throws InterruptedException {
        FuzzRun run = new FuzzRun(SEED, List.copyOf(Dialects.all()), PATIENCE);

        assertThat(run.read(FIRST, INPUTS, Duration.ofMinutes(MINUTES))).isPositive();
    }
}
