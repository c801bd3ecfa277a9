package io.github.llmperf.protocol.tgi;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.Capabilities;
import io.github.llmperf.protocol.Capabilities.Usage;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.kit.Answers;
import io.github.llmperf.protocol.kit.Decoder;
import io.github.llmperf.protocol.kit.RequestHeaders;
import java.net.URI;
import java.util.Map;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * {@code /generate_stream} and {@code /generate} of TGI, LoRAX and forks of them. Server times stand in headers of answers
 * that are not streamed. There is no way to force a length.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class TgiDialect implements Dialect {

    static final String NAME = "tgi-generate";

    /** Returns the dialect. */
    public TgiDialect() {}

    /**
     * Returns a writer for a url that is no target's own.
     *
     * @return writes one request per prompt
     * @throws IllegalArgumentException if the workload asks for what this dialect cannot say
     */
    public static RequestWriter requests(URI url, Map<String, String> headers, Workload workload) {
        return TgiWriter.of(url, headers, workload);
    }

    /**
     * Returns a reader for one answer.
     *
     * @param events is told of each event of a stream
     */
    public static AnswerReader answers(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        boolean plain = GenerateRoute.decides(GenerateRoute.of(asked.target(), asked.workload()));
        Decoder decoder = plain ? TokenDecoder.plain() : TokenDecoder.echoing(asked);
        return Answers.read(asked, head, events, TokenDecoder.FORM, decoder);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Capabilities capabilities(Target target) {
        return Capabilities.STREAMED_AND_WHOLE
                .withUsage(Usage.WHEN_ASKED)
                .withServerTimes(
                        Metric.SERVER_QUEUE,
                        Metric.SERVER_PREFILL,
                        Metric.SERVER_DECODE,
                        Metric.SERVER_INFERENCE,
                        Metric.SERVER_VALIDATION,
                        Metric.SERVER_TOTAL,
                        Metric.SERVER_TTFT,
                        Metric.SERVER_TPOT,
                        Metric.SERVER_TIME_PER_TOKEN);
    }

    @Override
    public URI route(Target target, Workload workload) {
        return GenerateRoute.of(target, workload);
    }

    @Override
    public RequestWriter writer(Target target, Workload workload) {
        return requests(route(target, workload), RequestHeaders.ofJson(target, workload.stream()), workload);
    }

    @Override
    public AnswerReader reader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        return answers(asked, head, events);
    }
}
