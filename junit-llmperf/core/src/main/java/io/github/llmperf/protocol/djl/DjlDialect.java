package io.github.llmperf.protocol.djl;

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
import io.github.llmperf.protocol.kit.RequestHeaders;
import io.github.llmperf.protocol.kit.Urls;
import java.net.URI;
import java.util.Map;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * {@code /invocations} of DJL Serving and LMI containers from 0.23 on. Texts are asked with {@code inputs}, messages as a
 * chat. What streams look like depends on version and settings of the server, so it is told from the answer itself.
 *
 * <p>Versions 0.24 to 0.27 stream one JSON text in pieces by default. Nothing in it parts one token from the next, so each
 * read that completes characters is an event; how many there are depends on the network as well, and tokens are counted
 * from events unless the server counts them.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class DjlDialect implements Dialect {

    static final String NAME = "djl-invocations";

    /** Returns the dialect. */
    public DjlDialect() {}

    /**
     * Returns a writer for a url that is no target's own, such as that of a gateway in front of the container.
     *
     * @return writes one request per prompt
     * @throws IllegalArgumentException if the workload asks for what this dialect cannot say
     */
    public static RequestWriter requests(URI url, Map<String, String> headers, Workload workload) {
        return DjlWriter.of(url, headers, workload);
    }

    /**
     * Returns a reader for one answer. It understands TGI's and OpenAI's bodies as well.
     *
     * @param head status and headers of the answer; the content type tells apart what the first bytes leave open
     * @param events is told of each event of a stream
     */
    public static AnswerReader answers(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        return DjlAnswers.read(asked, head, events);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Capabilities capabilities(Target target) {
        return Capabilities.STREAMED_AND_WHOLE
                .withUsage(Usage.SOMETIMES)
                .withForcedLength("ignore_eos_token")
                .withConversations();
    }

    @Override
    public URI route(Target target, Workload workload) {
        return Urls.route(target.url(), "/invocations");
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
