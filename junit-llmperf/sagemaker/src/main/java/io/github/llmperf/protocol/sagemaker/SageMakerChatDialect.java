package io.github.llmperf.protocol.sagemaker;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** SageMaker endpoints whose container takes the bodies of OpenAI's chat. */
@API(status = Status.INTERNAL, since = "0.1")
public final class SageMakerChatDialect extends SageMakerDialect {

    /** Called by {@link java.util.ServiceLoader}. */
    public SageMakerChatDialect() {
        super(ContainerBody.OPENAI_CHAT);
    }
}
