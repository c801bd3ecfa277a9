package io.github.llmperf.load;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The outline of a run, in terms of its clock.
 *
 * @param started first spawn or first scheduled request
 * @param windowOpened the measurement's begin: last user warmed up (STEADY) or {@code started} (WHOLE_RUN)
 * @param windowClosed the measurement's end
 * @param ended when the last request had ended
 */
@API(status = Status.INTERNAL, since = "0.1")
public record RunTimes(long started, long windowOpened, long windowClosed, long ended) {

    /**
     * Returns the length of the window.
     *
     * @return seconds, not negative
     */
    public double windowSeconds() {
        return Math.max(0, windowClosed - windowOpened) / 1e9;
    }

    /**
     * Returns the length of the whole run.
     *
     * @return seconds
     */
    public double wholeRunSeconds() {
        return (ended - started) / 1e9;
    }
}
