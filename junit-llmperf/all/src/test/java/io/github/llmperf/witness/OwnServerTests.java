package io.github.llmperf.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.OkHttpLlmClient;
import io.github.llmperf.client.PlannedRequest;
import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.catalog.Dialects;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OwnServerTests {

    private static final int TOKENS = 12;

    static Stream<String> dialects() {
        return Dialects.all().stream().map(Dialect::name);
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void speaksEachDialectThatComesWithTheLibrary(String api) throws IOException {
        List<RequestRecord> records = send(api, event -> Long.MIN_VALUE + 1, 3);

        assertThat(records).allSatisfy(record -> {
            assertThat(record.failure()).isNull();
            // Some servers send the stop token as an event of its own.
            assertThat(record.moments().tokenEvents()).hasSizeBetween(TOKENS, TOKENS + 1);
        });
        assertThat(OwnServer.dialect(api)).isEqualTo(api);
    }

    @Test
    void speaksAsMostServersDoWhereADialectIsNotKnown() throws IOException {
        assertThat(OwnServer.dialect("my-own")).isEqualTo("openai-chat");
        assertThat(send("my-own", event -> Long.MIN_VALUE + 1, 1).get(0).succeeded())
                .isTrue();
    }

    @Test
    void writesNoEventBeforeItIsDue() throws IOException {
        long begin = System.nanoTime();
        List<Long> written = new CopyOnWriteArrayList<>();
        AnswerPacing answering = new AnswerPacing() {
            @Override
            public long due(int event) {
                return begin + event * 3_000_000L;
            }

            @Override
            public void written(int event, long moment) {
                written.add(moment - due(event));
            }
        };

        long[] seen = send("openai-chat", answering, 1).get(0).moments().tokenEvents();

        assertThat(written).hasSize(TOKENS).allMatch(late -> late >= 0);
        for (int i = 0; i < TOKENS; i++) {
            assertThat(seen[i]).isGreaterThanOrEqualTo(answering.due(i));
        }
    }

    private static List<RequestRecord> send(String api, AnswerPacing answering, int requests) throws IOException {
        List<RequestRecord> records = new ArrayList<>();
        try (OwnServer server = OwnServer.start(api, TOKENS, () -> answering, System::nanoTime);
                OkHttpLlmClient client = OkHttpLlmClient.open(
                        ReferenceLoad.target(Target.at("http://llm").withApi(api), server),
                        ReferenceLoad.workload(TOKENS),
                        Duration.ofSeconds(30),
                        1,
                        System::nanoTime)) {
            for (int i = 0; i < requests; i++) {
                records.add(client.send(
                        new PlannedRequest(i, 0, RequestPhase.MEASURED, 1, Prompt.of("a prompt"), System.nanoTime())));
            }
        }
        return records;
    }
}
