package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.WireRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes requests whose prompts have lengths of their own, with a writer of the dialect for each length: no dialect, a
 * user's own included, has to know of them. Safe for use by many threads.
 */
final class LengthWriters implements RequestWriter {

    private final Dialect dialect;
    private final Target target;
    private final Workload workload;
    private final RequestWriter ofLoad;
    private final Map<Integer, RequestWriter> shorter = new ConcurrentHashMap<>();

    /**
     * Returns the writers of a load.
     *
     * @throws IllegalArgumentException if target or workload ask for what the dialect cannot say
     */
    LengthWriters(Dialect dialect, Target target, Workload workload) {
        this.dialect = dialect;
        this.target = target;
        this.workload = workload;
        ofLoad = dialect.writer(target, workload);
    }

    @Override
    public WireRequest write(Prompt prompt) {
        int most = prompt.maxNewTokens(workload);
        return most == workload.maxNewTokens()
                ? ofLoad.write(prompt)
                : shorter.computeIfAbsent(most, this::writer).write(prompt);
    }

    private RequestWriter writer(int most) {
        return dialect.writer(target, workload.withMaxNewTokens(most));
    }
}
