package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.ScriptedLlm.Scripted;
import io.github.llmperf.ScriptedLlm.Way;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullRecordsTests {

    @TempDir
    Path directory;

    @Test
    void holdEveryRequestOfAllRepetitionsWithItsText() throws IOException {
        LoadTestKit run = LoadTestKit.run(
                directory, TwiceTestCase.class, Map.of("llmperf.records", "full", "llmperf.baseline", "off"));
        run.passes();

        List<String> lines = lines(run);
        assertThat(lines).allMatch(line -> !line.contains("\"text\":\"\""));
        assertThat(lines).filteredOn(line -> line.contains("\"warmup\":false")).hasSize(2 * 20);
        assertThat(lines).filteredOn(line -> line.contains("\"warmup\":true")).hasSizeGreaterThanOrEqualTo(2 * 2);
    }

    @Test
    void areThereForALoadThatFails() throws IOException {
        LoadTestKit run = LoadTestKit.run(
                directory, BrokenTestCase.class, Map.of("llmperf.records", "full", "llmperf.probe", "false"));
        run.fails();

        assertThat(lines(run))
                .filteredOn(line -> !line.contains("\"outcome\":\"cancelled\"")) // what the other user had under way
                .hasSizeGreaterThanOrEqualTo(20)
                .allMatch(line -> line.contains("\"outcome\":\"failed\",\"failure\":\"SERVER_ERROR 500"));
    }

    @Test
    void holdTheSecondRepetitionAfterAFirstThatWasCutOff() throws IOException {
        LoadTestKit run = LoadTestKit.run(
                directory, CutOffTestCase.class, Map.of("llmperf.records", "full", "llmperf.baseline", "off"));
        run.passes();

        assertThat(lines(run))
                .filteredOn(line -> line.contains("\"outcome\":\"cancelled\""))
                .hasSizeLessThanOrEqualTo(2 * 2);
    }

    @Test
    void areNotWrittenUnasked() {
        LoadTestKit run = LoadTestKit.run(directory, TwiceTestCase.class, Map.of("llmperf.baseline", "off"));
        run.passes();

        assertThat(run.find("requests.jsonl.gz")).isEmpty();
    }

    private static List<String> lines(LoadTestKit run) throws IOException {
        Path file = run.find("requests.jsonl.gz").orElseThrow();
        try (GZIPInputStream source = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(source.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    @Scripted
    static class TwiceTestCase {
        @LlmLoad(users = 2, requests = 20, repetitions = 2, thinkTime = "5ms", maxNewTokens = 8)
        void twice() {}
    }

    @Scripted
    static class CutOffTestCase {
        @LlmLoad(
                users = 2,
                duration = "500ms",
                window = Window.WHOLE_RUN,
                repetitions = 2,
                thinkTime = "5ms",
                maxNewTokens = 8)
        void cutOff() {}
    }

    @Scripted(Way.BROKEN)
    static class BrokenTestCase {
        @LlmLoad(users = 2, requests = 40, maxNewTokens = 8)
        void broken() {}
    }
}
