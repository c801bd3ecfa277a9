package io.github.llmperf;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A switch that can also be left alone, so that settings of an enclosing class or the default apply.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum Toggle {
    /** On. */
    ON,
    /** Off. */
    OFF,
    /** Not said here. */
    UNSET
}
