package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.ScriptedLlm.Scripted;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;

/** Users that keep their own conversation, from the annotation to the report. */
class ConversationTests {

    @TempDir
    Path directory;

    @Test
    void passAndAreToldInTheReport() {
        LoadTestKit run =
                LoadTestKit.run(directory, TalkTestCase.class, Map.of()).passes();

        assertThat(run.written("result.json").replaceAll("\\s", "")).contains("\"turns\":3");
        assertThat(run.written("report.html")).contains("of 3 turns, with all that was said before");
    }

    @Test
    void followWhatWasRecordedWithTheAnswersOfTheServer() throws IOException {
        Path file = Files.writeString(
                directory.resolve("share.json"),
                """
                [{"conversations": [
                  {"from": "human", "value": "How tall is it?"}, {"from": "gpt", "value": "Recorded."},
                  {"from": "human", "value": "And how wide?"}, {"from": "gpt", "value": "Recorded."}]}]
                """);

        LoadTestKit.run(directory, RecordedTestCase.class, Map.of("llmperf.prompt", file.toString()))
                .passes();

        assertThat(ObedientLlm.ASKED)
                .filteredOn(body -> !body.contains("Say hi."))
                .allMatch(body -> body.contains("How tall is it?") && !body.contains("Recorded."))
                .anyMatch(body -> body.contains("How tall is it?\"},{\"role\":\"assistant\",\"content\":\"Moss.\"},"
                        + "{\"role\":\"user\",\"content\":\"And how wide?"))
                .noneMatch(body -> body.split("How tall", -1).length > 2);
    }

    @Test
    void areRefusedBeforeAnythingIsSentWhereTheApiTakesOneText() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Throwable refusal = LoadTestKit.run(
                            directory,
                            OneTextTestCase.class,
                            Map.of("llmperf.target.url", "http://127.0.0.1:" + server.getLocalPort()))
                    .fails();

            assertThat(refusal)
                    .isInstanceOf(ExtensionConfigurationException.class)
                    .hasMessage("@LlmLoad(turns) on OneTextTestCase.talks: turns must be 1 with api"
                            + " \"openai-completions\", which takes one text and no earlier turns, but is 3; remove it,"
                            + " or use an api that takes messages, such as \"openai-chat\"");
            server.setSoTimeout(1);
            assertThatThrownBy(server::accept)
                    .as("a connection that waits would be accepted at once")
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Scripted
    static class TalkTestCase {
        @LlmLoad(users = 2, turns = 3, requests = 20, thinkTime = "5ms", maxNewTokens = 8)
        void talks() {}
    }

    @LlmTarget(from = ObedientLlm.class, model = "m")
    static class RecordedTestCase {
        @LlmLoad(users = 2, turns = 5, requests = 12, maxNewTokens = 8)
        void talks() {}
    }

    @LlmTarget(url = "http://localhost:1", api = Api.OPENAI_COMPLETIONS, model = "m")
    static class OneTextTestCase {
        @LlmLoad(turns = 3)
        void talks() {}
    }
}
