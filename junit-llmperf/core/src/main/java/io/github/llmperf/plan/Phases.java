package io.github.llmperf.plan;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How long a load lasts and which part of it is measured.
 *
 * @param warmup what is sent before measuring
 * @param requests measured requests to send; empty when the duration or the adaptive rule ends the run
 * @param duration length of the measurement; empty when a number of requests or the adaptive rule ends the run
 * @param cooldown how long the load goes on after the measurement, not measured, so that requests under way end under
 *     the same load; zero for not at all
 * @param maxDuration end of every load, whatever else is set
 * @param window which part counts
 * @param abort whether the load ends as soon as a limit can no longer be met, or the target is clearly overrun
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Phases(
        Warmup warmup,
        OptionalInt requests,
        Optional<Duration> duration,
        Duration cooldown,
        Duration maxDuration,
        WindowKind window,
        boolean abort) {

    /**
     * Which part of a run counts.
     *
     * @since 0.1
     */
    @API(status = Status.EXPERIMENTAL, since = "0.1")
    public enum WindowKind {
        /** From the moment the last user ended its warm-up. */
        STEADY,
        /** From the first spawn to the deadline, ramp included, without warm-up. */
        WHOLE_RUN
    }

    /**
     * What is sent before measuring: a number of requests per user, or for a time.
     *
     * @param requestsPerUser requests each user sends; 0 when a time is set or there is no warm-up
     * @param time how long each user warms up; zero when a number is set or there is no warm-up
     */
    public record Warmup(int requestsPerUser, Duration time) {

        /** No warm-up. */
        public static final Warmup NONE = new Warmup(0, Duration.ZERO);
        /** One request per user: the default. */
        public static final Warmup ONE_REQUEST = new Warmup(1, Duration.ZERO);

        /**
         * Reads {@code "2"} (requests per user), {@code "30s"} (time) or {@code "0"} (none).
         *
         * @param text a whole number or a time
         * @return the warm-up
         * @throws IllegalArgumentException if it is neither
         */
        public static Warmup parse(String text) {
            String trimmed = text.trim();
            if (trimmed.matches("\\d{1,6}")) {
                return new Warmup(Integer.parseInt(trimmed), Duration.ZERO);
            }
            try {
                return new Warmup(0, Times.parse(trimmed));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "warmup must be requests per user, as in \"2\", or a time, as in \"30s\", but is \"" + text
                                + "\"",
                        e);
            }
        }

        /**
         * Returns whether nothing is sent before measuring.
         *
         * @return true when there is no warm-up
         */
        public boolean isNone() {
            return requestsPerUser == 0 && time.isZero();
        }

        @Override
        public String toString() {
            return time.isZero() ? requestsPerUser + " per user" : Times.text(time);
        }
    }

    /**
     * Checks what fits together.
     *
     * @throws IllegalArgumentException if requests is below 1
     */
    public Phases {
        if (requests.orElse(1) < 1) {
            throw new IllegalArgumentException("requests must be 1 or more, but is " + requests.orElse(1));
        }
    }

    /**
     * Returns whether the run goes on until its measures can be judged.
     *
     * @return true when neither requests nor duration is set
     */
    public boolean isAdaptive() {
        return requests.isEmpty() && duration.isEmpty();
    }
}
