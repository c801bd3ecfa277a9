package io.github.llmperf.bench;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.catalog.Dialects;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What reading one event of a streamed answer costs, from bytes to counted token. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ReadEvents {

    private static final int EVENTS = 200;

    /** Which server sends. Those that send all text so far again read 200 growing events, whose mean is told. */
    @Param({
        "openai-chat",
        "openai-completions",
        "tgi-generate",
        "lightllm-generate",
        "djl-invocations",
        "vllm-generate",
        "sglang-generate",
        "llamacpp-completion",
        "ollama-generate",
        "ollama-chat",
        "lmdeploy-interactive",
        "triton-generate",
        "sagemaker",
        "anthropic-messages",
        "gemini"
    })
    public String dialect = "";

    private final Workload workload =
            new Workload(Workload.Prompts.of("chat", ""), EVENTS, false, true, 0, "", "", Workload.Cache.UNIQUE);
    private final RequestContext asked =
            new RequestContext(Target.at("http://localhost:1").withModel("m"), workload, Prompt.of("?"));
    private Dialect reading = Dialects.named("openai-chat");
    private AnswerHead head = new AnswerHead(200, Map.of());
    private List<byte[]> events = List.of();
    private byte[] last = {};

    /** Makes the events, and checks that they are what the dialect reads. */
    @Setup
    public void prepare() {
        ServedStream served = ServedStream.of(dialect);
        reading = Dialects.named(dialect);
        head = new AnswerHead(200, Map.of("content-type", served.contentType()));
        events = served.events(EVENTS);
        last = served.last();
        AnswerResult answer = readsOneEvent();
        if (answer.trouble() != null || answer.answer().contentChunks() != EVENTS) {
            throw new IllegalStateException("events of " + dialect + " must be read, but gave " + answer);
        }
    }

    /** Reads an answer of 200 events, each fed by itself, as a socket would bring it. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public AnswerResult readsOneEvent() {
        AnswerReader reader = reading.reader(asked, head, e -> {});
        for (byte[] event : events) {
            reader.feed(event, 0, event.length);
        }
        reader.feed(last, 0, last.length);
        return reader.end(BodyEnd.CLEAN);
    }
}
