package io.github.llmperf.protocol.sagemaker;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.StreamEvent;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.function.Consumer;

/** The dialect with keys and clock of a test, found by ServiceLoader in place of the one built in. */
public final class SignedDialect implements Dialect {

    public static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    public static final String KEY_ID = "AKIDPLANTED";
    public static final String TOKEN = "planted+token/9==";

    private final Dialect real = new SageMakerDialect(
            ContainerBody.INPUTS,
            Map.of(
                    "AWS_ACCESS_KEY_ID",
                    KEY_ID,
                    "AWS_SECRET_ACCESS_KEY",
                    SECRET,
                    "AWS_SESSION_TOKEN",
                    TOKEN,
                    "AWS_DEFAULT_REGION",
                    "eu-central-1"),
            Clock.systemUTC());

    @Override
    public String name() {
        return real.name();
    }

    @Override
    public URI route(Target target, Workload workload) {
        return real.route(target, workload);
    }

    @Override
    public RequestWriter writer(Target target, Workload workload) {
        return real.writer(target, workload);
    }

    @Override
    public AnswerReader reader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        return real.reader(asked, head, events);
    }
}
