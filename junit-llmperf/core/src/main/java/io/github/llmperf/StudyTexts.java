package io.github.llmperf;

import io.github.llmperf.metric.Quantity;
import java.util.OptionalDouble;

/** Numbers of a study as they are told. */
final class StudyTexts {

    private static final double TWO_DIGITS_BELOW = 100;

    private StudyTexts() {}

    static String number(OptionalDouble value) {
        return value.isPresent() ? Quantity.number(value.getAsDouble()) : "nothing";
    }

    /** A latency as the load generator Locust prints it: to two digits, below 100 ms to one millisecond. */
    static double locust(double ms) {
        double unit = ms < TWO_DIGITS_BELOW ? 1 : Math.pow(10, Math.floor(Math.log10(ms)) - 1);
        return Math.rint(ms / unit) * unit;
    }
}
