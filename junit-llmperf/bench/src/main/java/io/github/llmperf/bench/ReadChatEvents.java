package io.github.llmperf.bench;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.Asked;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.catalog.Dialects;
import io.github.llmperf.protocol.Reading;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What reading one event of a streamed chat answer costs, from bytes to counted token. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ReadChatEvents {

    private static final int EVENTS = 200;

    private final Dialect dialect = Dialects.named("openai-chat");
    private final Workload workload = new Workload(
            "chat",
            "",
            OptionalInt.empty(),
            OptionalInt.empty(),
            EVENTS,
            false,
            true,
            0,
            "",
            "",
            Workload.Cache.UNIQUE);
    private final Asked asked = new Asked(Target.at("http://localhost:1"), workload, Prompt.of("?"));
    private final byte[] event =
            ("data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1760000000,"
                            + "\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" token\"},\"logprobs\":null,"
                            + "\"finish_reason\":null}]}\n\n")
                    .getBytes(StandardCharsets.UTF_8);
    private final byte[] done = "data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8);

    /** Reads an answer of 200 events, each fed by itself, as a socket would bring it. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public Reading readsOneEvent() {
        AnswerReader reader =
                dialect.reader(asked, new AnswerHead(200, Map.of("content-type", "text/event-stream")), e -> {});
        for (int i = 0; i < EVENTS; i++) {
            reader.feed(event, 0, event.length);
        }
        reader.feed(done, 0, done.length);
        return reader.end(BodyEnd.CLEAN);
    }
}
