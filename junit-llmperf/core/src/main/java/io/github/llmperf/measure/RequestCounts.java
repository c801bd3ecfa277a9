package io.github.llmperf.measure;

import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How many requests were sent and what became of them, each 0 or more. All but {@code warmup} and {@code cooldown} are
 * of the measured part.
 *
 * @param attempted succeeded + failed
 * @param succeeded with an answer
 * @param failed without a full answer
 * @param warmup requests before the measurement
 * @param cooldown requests after the measurement, whatever became of them
 * @param inFlightAtEnd cut off by the end of the run; neither succeeded nor failed
 * @param newConnections requests that opened a connection
 * @param staleRetries requests repeated once because the server closed a pooled connection under them
 * @param failures per kind that was seen: how many, and one example
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record RequestCounts(
        long attempted,
        long succeeded,
        long failed,
        long warmup,
        long cooldown,
        long inFlightAtEnd,
        long newConnections,
        long staleRetries,
        Map<FailureKind, FailureCount> failures) {

    /** Keeps the order of kinds. */
    public RequestCounts {
        failures = Collections.unmodifiableMap(
                failures.isEmpty() ? new EnumMap<>(FailureKind.class) : new EnumMap<>(failures));
    }

    /**
     * Failures of one kind.
     *
     * @param count how many, 1 or more
     * @param example the first one, secrets removed
     */
    public record FailureCount(long count, Failure example) {}
}
