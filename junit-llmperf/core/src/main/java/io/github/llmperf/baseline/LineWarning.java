package io.github.llmperf.baseline;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import java.time.Instant;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Something is wrong with a stored line.
 *
 * @param file as messages call it
 * @param line its number, from 1
 * @param fault what is wrong
 */
@API(status = Status.INTERNAL, since = "0.1")
public record LineWarning(String file, int line, Fault fault) {

    /** What is wrong with a line. */
    public sealed interface Fault {}

    /** A newer version wrote it. */
    public record Newer() implements Fault {}

    /**
     * It cannot be read.
     *
     * @param how what its reader says
     */
    public record Damaged(String how) implements Fault {

        static Damaged by(IllegalArgumentException e) {
            return new Damaged(Words.of(e));
        }
    }

    /**
     * Its run is dated in the future, so that its place in the file says when it was.
     *
     * @param startedAt the date
     */
    public record InFuture(Instant startedAt) implements Fault {}

    /**
     * Its fields do not come to the hash that it states.
     *
     * @param counted from its fields
     */
    public record OtherHash(String stated, String counted) implements Fault {}

    /** A histogram cannot be read, or has no samples. */
    public record NoHistogram(Metric metric) implements Fault {}

    /**
     * A value contradicts its histogram.
     *
     * @param counted from the histogram
     */
    public record OtherValue(Measure measure, double value, double counted) implements Fault {}
}
