package io.github.llmperf.load;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What users waited after refusals while the window was open, instead of sending. Think time is not among it.
 *
 * @param waits how often a user waited
 * @param seconds of all users together
 */
@API(status = Status.INTERNAL, since = "0.1")
public record RefusalWaits(long waits, double seconds) {

    /** Nobody waited. */
    public static final RefusalWaits NONE = new RefusalWaits(0, 0);

    RefusalWaits plus(RefusalWaits other) {
        return new RefusalWaits(waits + other.waits, seconds + other.seconds);
    }
}
