package io.github.llmperf.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class UnreadableAcceptanceTests {

    @Test
    void namesTheSettingTheDirectoryAndTheWayOut() {
        assertThat(Acceptance.unreadable(Path.of("baselines"), new AccessDeniedException("baselines/ci")))
                .hasMessage("what llmperf.baseline.accept has accepted before could not be read from baselines"
                        + " (baselines/ci); make it readable, or record without llmperf.baseline.accept");
    }
}
