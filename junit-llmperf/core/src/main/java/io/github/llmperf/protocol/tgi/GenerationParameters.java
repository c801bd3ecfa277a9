package io.github.llmperf.protocol.tgi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.kit.Json;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The object {@code parameters} as far as all servers that take it agree. */
@API(status = Status.INTERNAL, since = "0.1")
public final class GenerationParameters {

    private GenerationParameters() {}

    /**
     * Returns the parameters of a workload. These servers refuse a temperature of 0: it is {@code do_sample: false}
     * without any temperature.
     *
     * @return a new object with {@code max_new_tokens}, {@code do_sample} and {@code temperature}
     */
    public static ObjectNode of(Workload workload) {
        ObjectNode parameters = Json.newObject();
        parameters.put("max_new_tokens", workload.maxNewTokens());
        parameters.put("do_sample", workload.temperature() > 0);
        if (workload.temperature() > 0) {
            parameters.put("temperature", workload.temperature());
        }
        return parameters;
    }
}
