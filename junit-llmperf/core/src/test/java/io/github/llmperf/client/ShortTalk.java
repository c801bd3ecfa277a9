package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Workloads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The shortest conversation there is: one request, one word back. */
final class ShortTalk {

    static final Duration LONG = Duration.ofSeconds(60);
    static final String TEXT = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n";
    static final String STOP = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    static final String DONE = "data: [DONE]\n\n";
    static final String WHOLE = "{\"choices\":[{\"message\":{\"content\":\"Hi\"}}]}";

    private ShortTalk() {}

    static void answer(ServedConnection connection) throws IOException {
        answer(connection, TEXT + STOP + DONE);
    }

    /**
     * Ends an answer with its body alone, so that the connection is free when the request has ended. After an end mark
     * another thread reads to the end of the body, and a busy machine lets it wait.
     */
    static void answerWithoutMark(ServedConnection connection) throws IOException {
        answer(connection, TEXT + STOP);
    }

    private static void answer(ServedConnection connection, String events) throws IOException {
        connection.streamHead();
        byte[] chunk = ServedConnection.chunk(events.getBytes(StandardCharsets.UTF_8));
        connection.send(new String(chunk, StandardCharsets.UTF_8) + "0\r\n\r\n");
    }

    static PlannedRequest request(int index) {
        return new PlannedRequest(index, 0, RequestPhase.MEASURED, 1, Prompt.of("Hello"), 0);
    }

    static OkHttpLlmClient open(ScriptedServer server, Duration timeout) {
        return OkHttpLlmClient.open(Target.at(server.url()), Workloads.stream(true), timeout, 4, System::nanoTime);
    }

    static RequestRecord send(Duration timeout, ScriptedServer.Script script) {
        try (ScriptedServer server = new ScriptedServer(script);
                OkHttpLlmClient client = open(server, timeout)) {
            return client.send(request(0));
        }
    }
}
