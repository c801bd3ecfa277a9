package io.github.llmperf.protocol.sagemaker;

import io.github.llmperf.plan.RefusedSetting;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.Capabilities;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.djl.DjlDialect;
import io.github.llmperf.protocol.kit.RequestHeaders;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * SageMaker endpoints, streamed or not. Region and keys come from the usual environment variables; a target whose headers
 * name {@code Authorization} is not signed, which is for gateways that sign themselves.
 */
@API(status = Status.INTERNAL, since = "0.1")
public class SageMakerDialect implements Dialect {

    private static final String EVENT_STREAM = "application/vnd.amazon.eventstream";

    private final ContainerBody inside;
    private final Map<String, String> environment;
    private final Clock clock;

    /** The dialect of containers that take {@code inputs} and {@code parameters}. Called by {@link java.util.ServiceLoader}. */
    public SageMakerDialect() {
        this(ContainerBody.INPUTS);
    }

    SageMakerDialect(ContainerBody inside) {
        this(inside, System.getenv(), Clock.systemUTC());
    }

    SageMakerDialect(ContainerBody inside, Map<String, String> environment, Clock clock) {
        this.inside = inside;
        this.environment = environment;
        this.clock = clock;
    }

    @Override
    public String name() {
        return inside.dialect();
    }

    @Override
    public Capabilities capabilities(Target target) {
        return inside.capabilities();
    }

    @Override
    public URI route(Target target, Workload workload) {
        return SageMakerRoute.of(target, name(), workload.stream());
    }

    @Override
    public RequestWriter writer(Target target, Workload workload) {
        URI route = route(target, workload);
        Map<String, String> headers = headers(target, workload.stream());
        RequestWriter bodies = inside.requests(route, headers, workload);
        if (headers.containsKey("Authorization")) {
            return bodies;
        }
        RequestSigner signer = new RequestSigner(AwsIdentity.from(environment, route, name()), clock);
        return prompt -> signer.sign(bodies.write(prompt));
    }

    private Map<String, String> headers(Target target, boolean stream) {
        Map<String, String> headers = RequestHeaders.of(target);
        if (target.key() != null && target.headers().keySet().stream().noneMatch("authorization"::equalsIgnoreCase)) {
            throw new RefusedSetting(
                    "apiKeyEnv",
                    "must not be set with api \"" + name()
                            + "\", whose requests are signed with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; remove it");
        }
        headers.putIfAbsent("Content-Type", "application/json");
        if (stream) {
            headers.putIfAbsent("X-Amzn-SageMaker-Accept", "text/event-stream, application/json");
        } else {
            headers.putIfAbsent("Accept", "application/json");
        }
        return headers;
    }

    @Override
    public AnswerReader reader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        if (!head.isSuccess()) {
            return new ContainerErrorReader(asked, head);
        }
        return head.contentType().equals(EVENT_STREAM)
                ? new EventStreamReader(asked, head, events)
                : DjlDialect.answers(asked, head, events);
    }
}
