package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.file.TextFile;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads literal file contents the way {@link PromptSets} does. */
final class PromptReading {

    private PromptReading() {}

    static PromptSet read(String fileName, String content) {
        return read(fileName, content.getBytes(StandardCharsets.UTF_8));
    }

    static PromptSet read(String fileName, byte[] content) {
        return PromptFormat.of(fileName)
                .orElseThrow()
                .read(TextFile.of(fileName, content))
                .toSet(fileName);
    }

    static List<String> texts(String fileName, String content) {
        return read(fileName, content).prompts().stream().map(Prompt::text).toList();
    }

    static void assertRefused(String fileName, String content, String message) {
        assertThatThrownBy(() -> read(fileName, content))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
