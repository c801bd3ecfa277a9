package io.github.llmperf.protocol.sagemaker;

import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.Capabilities;
import io.github.llmperf.protocol.Capabilities.Usage;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.djl.DjlDialect;
import io.github.llmperf.protocol.openai.OpenAiDialect;
import java.net.URI;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** What bodies the container behind an endpoint takes. SageMaker keeps its headers, and with them all server times. */
@API(status = Status.INTERNAL, since = "0.1")
public enum ContainerBody {
    /** {@code inputs} and {@code parameters}: DJL Serving, LMI, TGI. */
    INPUTS("sagemaker", Usage.SOMETIMES, "ignore_eos_token") {
        @Override
        RequestWriter requests(URI route, Map<String, String> headers, Workload workload) {
            return DjlDialect.requests(route, headers, workload);
        }
    },
    /** OpenAI's chat. The endpoint's name is not the model's, so that none is sent; extraBody may add one. */
    OPENAI_CHAT("sagemaker-openai-chat", Usage.WHEN_ASKED, "ignore_eos, min_tokens") {
        @Override
        RequestWriter requests(URI route, Map<String, String> headers, Workload workload) {
            return OpenAiDialect.chats(route, headers, workload);
        }
    };

    private final String dialect;
    private final Usage usage;
    private final String forcedBy;

    ContainerBody(String dialect, Usage usage, String forcedBy) {
        this.dialect = dialect;
        this.usage = usage;
        this.forcedBy = forcedBy;
    }

    String dialect() {
        return dialect;
    }

    Capabilities capabilities() {
        return Capabilities.STREAMED_AND_WHOLE
                .withUsage(usage)
                .withForcedLength(forcedBy)
                .withConversations();
    }

    abstract RequestWriter requests(URI route, Map<String, String> headers, Workload workload);
}
