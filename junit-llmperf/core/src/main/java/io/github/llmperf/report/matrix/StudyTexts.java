package io.github.llmperf.report.matrix;

import io.github.llmperf.wording.Numbers;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Formats the numbers of a study. */
@API(status = Status.INTERNAL, since = "0.1")
public final class StudyTexts {

    private static final double TWO_DIGITS_BELOW = 100;

    private StudyTexts() {}

    public static String number(OptionalDouble value) {
        return value.isPresent() ? Numbers.number(value.getAsDouble()) : "nothing";
    }

    /** A latency as the load generator Locust prints it: to two digits, below 100 ms to one millisecond. */
    public static double locust(double ms) {
        double unit = ms < TWO_DIGITS_BELOW ? 1 : Math.pow(10, Math.floor(Math.log10(ms)) - 1);
        return Math.rint(ms / unit) * unit;
    }
}
