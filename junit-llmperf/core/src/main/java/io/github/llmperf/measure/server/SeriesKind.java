package io.github.llmperf.measure.server;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The meaning of a server's series, independent of the engine's name for it. */
@API(status = Status.INTERNAL, since = "0.1")
public enum SeriesKind {
    /** Requests being computed. */
    RUNNING("running", "requests running", "requests"),
    /** Requests that wait for being computed. */
    WAITING("waiting", "requests waiting", "requests"),
    /** How full the KV cache is; the fullest of several engines. */
    KV_CACHE("kvCache", "KV cache in use", "%"),
    /** Requests put back since the first reading. */
    PREEMPTIONS("preemptions", "requests put back", "requests"),
    /** Which part of the prompts was found in the prefix cache. */
    PREFIX_HITS("prefixHits", "prompt tokens found in the prefix cache", "%"),
    /** Tokens generated each second. */
    TOKEN_RATE("tokenRate", "tokens generated", "tokens/s"),
    /** How busy the GPUs are on average. */
    GPU("gpu", "GPU busy", "%"),
    /** How full the memory of all GPUs is. */
    GPU_MEMORY("gpuMemory", "GPU memory in use", "%"),
    /** How busy the processors of the host are. */
    CPU("cpu", "CPU busy", "%"),
    /** Memory of the host that could be used at once. */
    HOST_MEMORY("hostMemoryAvailable", "host memory available", "GiB"),
    /** Bytes read from and written to disks each second. */
    DISK("disk", "disk read and written", "MB/s"),
    /** Bytes received and sent each second. */
    NETWORK("network", "network received and sent", "MB/s");

    private final String jsonName;
    private final String title;
    private final String unit;

    SeriesKind(String jsonName, String title, String unit) {
        this.jsonName = jsonName;
        this.title = title;
        this.unit = unit;
    }

    /**
     * Returns the name in {@code result.json} and {@code server-metrics.csv}.
     *
     * @return such as {@code kvCache}
     */
    public String jsonName() {
        return jsonName;
    }

    /**
     * Returns the name for people.
     *
     * @return such as {@code KV cache in use}
     */
    public String title() {
        return title;
    }

    /**
     * Returns the unit of its values.
     *
     * @return such as {@code %}
     */
    public String unit() {
        return unit;
    }
}
