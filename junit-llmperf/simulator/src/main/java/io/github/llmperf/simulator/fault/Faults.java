package io.github.llmperf.simulator.fault;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What goes wrong, and how often. Immutable; start with {@link #none()} and add to it:
 * {@code Faults.none().with(Fault.CUT, FaultRate.every(10))}.
 *
 * @param rates how often each fault happens; those left out never do
 * @param retryAfterSeconds the value of {@code Retry-After}, 0 or more; default 1
 * @param afterTokens tokens sent whole before a fault in mid-stream, 0 or more; default 3. An answer that is shorter
 *     breaks at its last token
 * @param seed what shares are drawn by
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Faults(Map<Fault, FaultRate> rates, int retryAfterSeconds, int afterTokens, long seed) {

    private static final Faults NONE = new Faults(Map.of(), 1, 3, 1);

    /**
     * Checks the ranges and copies the map.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public Faults {
        if (retryAfterSeconds < 0) {
            throw new IllegalArgumentException("retryAfterSeconds must be 0 or more, but is " + retryAfterSeconds);
        }
        if (afterTokens < 0) {
            throw new IllegalArgumentException("afterTokens must be 0 or more, but is " + afterTokens);
        }
        Map<Fault, FaultRate> copy = new EnumMap<>(Fault.class);
        rates.forEach((fault, rate) -> {
            if (!rate.equals(FaultRate.NEVER)) {
                copy.put(fault, rate);
            }
        });
        rates = Collections.unmodifiableMap(copy);
    }

    /**
     * Returns the absence of faults.
     *
     * @return faults that never happen
     */
    public static Faults none() {
        return NONE;
    }

    /**
     * Returns these faults with another rate of one of them.
     *
     * @param fault what goes wrong
     * @param rate how often
     * @return the changed copy
     */
    public Faults with(Fault fault, FaultRate rate) {
        Map<Fault, FaultRate> more = new EnumMap<>(Fault.class);
        more.putAll(rates);
        more.put(fault, rate);
        return new Faults(more, retryAfterSeconds, afterTokens, seed);
    }

    /**
     * Returns these faults with another {@code Retry-After}.
     *
     * @param seconds 0 or more
     * @return the changed copy
     * @throws IllegalArgumentException if the number is negative
     */
    public Faults withRetryAfterSeconds(int seconds) {
        return new Faults(rates, seconds, afterTokens, seed);
    }

    /**
     * Returns these faults at another place in the stream.
     *
     * @param tokens sent whole before a fault in mid-stream, 0 or more
     * @return the changed copy
     * @throws IllegalArgumentException if the number is negative
     */
    public Faults withAfterTokens(int tokens) {
        return new Faults(rates, retryAfterSeconds, tokens, seed);
    }

    /**
     * Returns these faults drawn by another seed.
     *
     * @param newSeed any number
     * @return the changed copy
     */
    public Faults withSeed(long newSeed) {
        return new Faults(rates, retryAfterSeconds, afterTokens, newSeed);
    }

    /**
     * Returns what happens to a request.
     *
     * @param request 1 for the first request
     * @return the fault, or empty if all goes well
     */
    public Optional<Fault> of(long request) {
        return rates.entrySet().stream()
                .filter(e -> e.getValue()
                        .fallsOn(request, seed * 31 + e.getKey().name().hashCode()))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
