package io.github.llmperf.plan;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Whose profiler is switched on for the time of a load. */
@API(status = Status.INTERNAL, since = "0.1")
public enum Profiler {
    /** None. */
    OFF,
    /** vLLM's: {@code POST /start_profile} and {@code /stop_profile} without a body. */
    VLLM,
    /** SGLang's: the same with an empty JSON object. */
    SGLANG;

    /**
     * Returns what it takes as the body of a request.
     *
     * @return JSON, or nothing
     */
    public String body() {
        return this == SGLANG ? "{}" : "";
    }

    /**
     * Returns the name as engines write it.
     *
     * @return such as {@code vLLM}
     */
    @Override
    public String toString() {
        return switch (this) {
            case OFF -> "off";
            case VLLM -> "vLLM";
            case SGLANG -> "SGLang";
        };
    }
}
