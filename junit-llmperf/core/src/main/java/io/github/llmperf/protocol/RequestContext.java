package io.github.llmperf.protocol;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What one answer answers.
 *
 * @param target the endpoint that was asked
 * @param workload what this request asks for: {@code maxNewTokens} is the prompt's own where that is less than the load's
 * @param prompt what it asked
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record RequestContext(Target target, Workload workload, Prompt prompt) {

    /**
     * Takes the prompt's own length over.
     */
    public RequestContext {
        workload = workload.withMaxNewTokens(prompt.maxNewTokens(workload));
    }
}
