package io.github.llmperf.client;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Which part of a run a request belongs to. */
@API(status = Status.INTERNAL, since = "0.1")
public enum RequestPhase {
    /** Sent before the measurement. */
    WARMUP,
    /** Counts. */
    MEASURED,
    /** Sent after the measurement, so that measured requests under way end under the same load. */
    COOLDOWN
}
