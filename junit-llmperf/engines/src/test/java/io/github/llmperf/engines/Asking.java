package io.github.llmperf.engines;

import io.github.llmperf.client.OkHttpLlmClient;
import io.github.llmperf.client.PlannedRequest;
import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Single requests, sent by the client that load tests use. */
final class Asking implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final OkHttpLlmClient client;
    private int sent;

    private Asking(OkHttpLlmClient client) {
        this.client = client;
    }

    static Asking streamed(Target target, int maxNewTokens) {
        return new Asking(open(target, maxNewTokens, true));
    }

    static Asking whole(Target target, int maxNewTokens) {
        return new Asking(open(target, maxNewTokens, false));
    }

    private static OkHttpLlmClient open(Target target, int maxNewTokens, boolean stream) {
        Workload workload = new Workload(
                Workload.Prompts.of("none", ""), maxNewTokens, false, stream, 1, "", "", Workload.Cache.SHARED);
        return OkHttpLlmClient.open(target, workload, TIMEOUT, 1, System::nanoTime);
    }

    /** One request on its own client. */
    static RequestRecord once(Target target, String prompt) {
        try (Asking asking = streamed(target, 256)) {
            return asking.ask(prompt);
        }
    }

    RequestRecord ask(String prompt) {
        return client.send(
                new PlannedRequest(sent++, 0, RequestPhase.MEASURED, 1, Prompt.of(prompt), System.nanoTime()));
    }

    /** Asks one after the other and leaves out the first answer, in which both sides still load classes. */
    List<RequestRecord> askWarm(String prompt, int times) {
        ask(prompt);
        List<RequestRecord> records = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            records.add(ask(prompt));
        }
        return records;
    }

    @Override
    public void close() {
        client.close();
    }
}
