package io.github.llmperf.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A logarithmic axis from one round value to another.
 *
 * @param low smallest value shown, above 0
 * @param high largest value shown, above {@code low}
 */
record LogScale(double low, double high) {

    /** From this many decades on, only powers of ten are labelled. */
    private static final double MANY_DECADES = 3.4;

    private static final double[] STEPS = {1, 2, 5};

    /** The scale of round bounds that holds both values. */
    static LogScale around(double min, double max) {
        double low = roundDown(min * .95);
        double high = roundUp(max * 1.05);
        return new LogScale(low, high > low ? high : low * 10);
    }

    /** Where a value lies, from 0 at the low end to 1 at the high end. */
    double position(double value) {
        double clipped = Math.min(Math.max(value, low), high);
        return Math.log(clipped / low) / Math.log(high / low);
    }

    /** Round values to label, ascending. */
    List<Double> ticks() {
        boolean decadesOnly = Math.log10(high / low) > MANY_DECADES;
        List<Double> ticks = new ArrayList<>();
        for (int exponent = exponent(low); exponent <= exponent(high); exponent++) {
            for (double step : decadesOnly ? new double[] {1} : STEPS) {
                double value = step * Math.pow(10, exponent);
                if (value >= low * .999 && value <= high * 1.001) {
                    ticks.add(value);
                }
            }
        }
        return ticks;
    }

    private static double roundDown(double value) {
        double decade = Math.pow(10, exponent(value));
        double found = decade;
        for (double step : STEPS) {
            if (step * decade <= value) {
                found = step * decade;
            }
        }
        return found;
    }

    private static double roundUp(double value) {
        double decade = Math.pow(10, exponent(value));
        for (double step : STEPS) {
            if (step * decade >= value) {
                return step * decade;
            }
        }
        return 10 * decade;
    }

    private static int exponent(double value) {
        return (int) Math.floor(Math.log10(value) + 1e-9);
    }
}
