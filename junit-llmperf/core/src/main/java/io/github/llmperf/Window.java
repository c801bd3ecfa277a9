package io.github.llmperf;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Which part of a run is measured.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum Window {
    /** From the moment the last user ended its warm-up; the default. */
    STEADY,
    /**
     * From the first spawn to the deadline: ramp included, no warm-up, what ended by then counts, the rest is cancelled and
     * reported as in flight. Limits count by what is certain of that rest: how long it had taken. Reproduces tables made the
     * Locust way.
     */
    WHOLE_RUN,
    /** Not said here. */
    UNSET
}
