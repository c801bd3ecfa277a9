package io.github.llmperf.client.prometheus;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** One number of a metrics page, independent of its name there; series of a run are computed from these. */
@API(status = Status.INTERNAL, since = "0.1")
public enum RawMetric {
    /** Requests being computed. */
    RUNNING(true),
    /** Requests that wait to be computed. */
    WAITING(true),
    /** The fullest KV cache of all engines, %: it is the first that has to put requests back. */
    KV_CACHE(false),
    /** Requests put back because the memory was full, since the start. */
    PREEMPTIONS(true),
    /** Requests that ended, since the start. */
    REQUESTS(true),
    /** Tokens of prompts, since the start. */
    PROMPT_TOKENS(true),
    /** Tokens generated, since the start. */
    GENERATED_TOKENS(true),
    /** Tokens of prompts that were looked up in the prefix cache, since the start. */
    CACHE_QUERIES(true),
    /** Those of them that were found. */
    CACHE_HITS(true),
    /** What an engine itself says of the part that was found, %, over a time of its own choice. */
    CACHE_SHARE(false),
    /** How busy each GPU is, %. */
    GPU_BUSY(false),
    /** GPU memory in use, MiB. */
    GPU_MEMORY_USED(true),
    /** GPU memory that is free, MiB. */
    GPU_MEMORY_FREE(true),
    /** Time of all processors, seconds since the start. */
    CPU_TIME(true),
    /** The part of it in which they had nothing to do. */
    CPU_IDLE(true),
    /** Memory of the host that could be used at once, bytes. */
    HOST_MEMORY_AVAILABLE(true),
    /** Bytes read from and written to disks, since the start. */
    DISK_BYTES(true),
    /** Bytes received and sent, since the start. */
    NETWORK_BYTES(true);

    private final boolean addsUp;

    RawMetric(boolean addsUp) {
        this.addsUp = addsUp;
    }

    /** Joins what several label sets, names or pages say: their sum, or the larger where only that means something. */
    double fold(double one, double other) {
        return addsUp ? one + other : Math.max(one, other);
    }
}
