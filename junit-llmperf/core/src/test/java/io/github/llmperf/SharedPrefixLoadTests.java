package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;

/** A load with prompts that have their beginnings in common, from the annotation to the server. */
class SharedPrefixLoadTests {

    @TempDir
    Path directory;

    @Test
    void sendsBeginningsThatTheServerSawBefore() {
        LoadTestKit run =
                LoadTestKit.run(directory, SharedTestCase.class, Map.of()).passes();

        assertThat(ObedientLlm.ASKED)
                .filteredOn(body -> !body.contains("Say hi."))
                .hasSizeGreaterThanOrEqualTo(12)
                .allMatch(body ->
                        body.contains("\"content\":\"Handbook 1 of 2. ") || body.contains("\"Handbook 2 of 2. "));
        assertThat(run.written("report.html")).contains("shared-prefix(prefixes=2, questions=10, prefixTokens=100)");
    }

    @Test
    void isRefusedWhereANonceWouldStandInFront() {
        assertThat(LoadTestKit.run(directory, SharedTestCase.class, Map.of("llmperf.cache", "unique"))
                        .fails())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessageContaining("cache must be SHARED with prompt set 'shared-prefix(prefixes=2, questions=10,"
                        + " prefixTokens=100)'");
    }

    @LlmTarget(from = ObedientLlm.class, model = "m")
    static class SharedTestCase {
        @LlmLoad(
                users = 2,
                requests = 12,
                maxNewTokens = 8,
                prompt = "shared-prefix(prefixes=2, questions=10, prefixTokens=100)",
                cache = Cache.SHARED)
        void asks() {}
    }
}
