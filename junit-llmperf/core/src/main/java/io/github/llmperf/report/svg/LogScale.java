package io.github.llmperf.report.svg;

import java.util.ArrayList;
import java.util.List;

/**
 * A logarithmic axis from one round value to another.
 *
 * @param low smallest value shown, above 0
 * @param high largest value shown, above {@code low}
 */
record LogScale(double low, double high) implements AxisScale {

    /** From this many decades on, only powers of ten are labelled. */
    private static final double MANY_DECADES = 3.4;

    private static final int MOST_DECADES = 12;
    private static final double SMALLEST = 1e-6;
    private static final double LARGEST = 1e12;
    private static final double[] STEPS = {1, 2, 5};

    /** Checks the bounds: between others an axis has no length, or no end. */
    LogScale {
        if (!(low > 0 && high > low && high < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "axis must go from above 0 to a larger number, but goes from " + low + " to " + high);
        }
    }

    /** The scale of round bounds that holds both values, or the lower {@value #MOST_DECADES} decades of what they span. */
    static LogScale around(double min, double max) {
        double low = roundDown(drawable(min) * .95);
        double high = Math.min(roundUp(drawable(max) * 1.05), low * Math.pow(10, MOST_DECADES));
        return new LogScale(low, high > low ? high : low * 10);
    }

    /** Values without a logarithm, or far beyond any latency or rate, would leave no room for the others. */
    private static double drawable(double value) {
        return Double.isNaN(value) ? SMALLEST : Math.max(SMALLEST, Math.min(LARGEST, value));
    }

    /** Where a value lies, from 0 at the low end to 1 at the high end. */
    @Override
    public double position(double value) {
        double clipped = Double.isNaN(value) ? low : Math.min(Math.max(value, low), high);
        return Math.log(clipped / low) / Math.log(high / low);
    }

    /** Round values to label, ascending. */
    @Override
    public List<Double> ticks() {
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
