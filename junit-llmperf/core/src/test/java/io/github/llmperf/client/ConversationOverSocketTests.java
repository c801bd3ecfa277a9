package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.LoadRunner;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Workloads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** What goes over the wire when users talk on; the time-out only keeps a defect from hanging the build. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class ConversationOverSocketTests {

    private static final String BEFORE = "{\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},";
    private static final String BEHIND =
            "],\"max_tokens\":8,\"temperature\":0.0,\"stream\":true,\"stream_options\":{\"include_usage\":true}}";

    @Test
    void sendsTheAnswerAndTheNextPromptAfterAllThatWasSaid() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ConversationOverSocketTests::serve);
                OkHttpLlmClient client = OkHttpLlmClient.open(
                        Target.at(server.url()),
                        Workloads.of(8, true, false, "Be brief.", ""),
                        Duration.ofSeconds(60),
                        1,
                        System::nanoTime)) {
            LoadRun run = new LoadRunner(NanoClock.SYSTEM)
                    .run(
                            TestPlan.users(1).turns(2).requests(3).build(),
                            index -> Prompt.of("q" + index),
                            client,
                            LoadProgress.SILENT,
                            StopRule.NEVER);

            assertThat(run.records()).allMatch(RequestRecord::succeeded);
            assertThat(run.records()).extracting(RequestRecord::turn).containsExactly(1, 2, 1);
            assertThat(run.records()).extracting(RequestRecord::promptChars).containsExactly(2, 2 + 9 + 2, 2);
            assertThat(server.requests().stream().map(ConversationOverSocketTests::body))
                    .containsExactly(
                            BEFORE + "{\"role\":\"user\",\"content\":\"q0\"}" + BEHIND,
                            BEFORE + "{\"role\":\"user\",\"content\":\"q0\"},"
                                    + "{\"role\":\"assistant\",\"content\":\" \\\"Hé\\\"\\n1 你\"},"
                                    + "{\"role\":\"user\",\"content\":\"q1\"}" + BEHIND,
                            BEFORE + "{\"role\":\"user\",\"content\":\"q2\"}" + BEHIND);
        }
    }

    /** Thinks, then says {@code  "Hé"} and the number of the request, in two events. */
    private static void serve(ServedConnection connection) throws IOException {
        while (connection.readRequest()) {
            String stream = "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"}}]}\n\n"
                    + "data: {\"choices\":[{\"delta\":{\"content\":\" \\\"Hé\\\"\"}}]}\n\n"
                    + "data: {\"choices\":[{\"delta\":{\"content\":\"\\n" + connection.number() + " 你\"},"
                    + "\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
            byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
            connection.head(
                    200, Map.of("content-type", "text/event-stream", "content-length", Integer.toString(bytes.length)));
            connection.send(bytes);
        }
    }

    private static String body(String request) {
        return request.substring(request.indexOf("\r\n\r\n") + 4);
    }
}
