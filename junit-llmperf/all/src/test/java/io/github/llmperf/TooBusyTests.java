package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TooBusyTests {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"wokeUpLate", "usesAllProcessors", "addsTooMuchItself"})
    void findsRunsThatTheGeneratorSpoiled(String method) {
        assertThat(TooBusy.says(corpus(method))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"addsMuchWhereNothingIsLimited", "findsPromptsInTheCache", "isInterrupted", "breaksOneLimit"})
    void findsNoRunsThatEndedForAnotherReason(String method) {
        assertThat(TooBusy.says(corpus(method))).isFalse();
    }

    /** Who cancels a build also keeps its processors busy. */
    @Test
    void findsNoInterruptedRunHoweverBusyTheMachineWas() throws IOException {
        String busy = Files.readString(corpus("wokeUpLate"));
        Path interrupted =
                Files.writeString(directory.resolve("result.json"), busy.replace("\"COMPLETED\"", "\"INTERRUPTED\""));

        assertThat(TooBusy.says(interrupted)).isFalse();
    }

    private static Path corpus(String method) {
        return Path.of("src/test/corpus/com.acme.RagLatencyTest", method, "single", "result.json");
    }
}
