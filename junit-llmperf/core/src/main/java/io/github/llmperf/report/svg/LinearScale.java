package io.github.llmperf.report.svg;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** An axis of even steps. */
@API(status = Status.INTERNAL, since = "0.1")
public record LinearScale(double low, double high) implements AxisScale {

    private static final int STEPS = 4;
    private static final double LEAST_PART = .1;

    /** Rounding the ends widens the axis, which may take larger steps. */
    private static final int ROUNDINGS = 3;

    /** An axis from zero to just above the largest value, at a round number. */
    public static LinearScale fromZero(double most) {
        double step = step(most > 0 ? most : 1);
        return new LinearScale(0, Math.ceil((most > 0 ? most : 1) / step - 1e-9) * step);
    }

    /** An axis of round bounds that holds both values and is not all of noise: it spans a fifth of them at least. */
    public static LinearScale around(double least, double most) {
        double middle = (least + most) / 2;
        double half = Math.max((most - least) / 2, Math.abs(middle) * LEAST_PART);
        double low = least >= 0 ? Math.max(0, middle - half) : middle - half;
        double high = middle + (half > 0 ? half : 1);
        for (int i = 0; i < ROUNDINGS; i++) {
            double step = step(high - low);
            low = Math.floor(low / step + 1e-9) * step;
            high = Math.ceil(high / step - 1e-9) * step;
        }
        return new LinearScale(low, high);
    }

    /** An axis from the smallest to the largest of several values; they may all be the same. */
    public static LinearScale over(double[] values) {
        double low = Arrays.stream(values).min().orElse(0);
        double high = Arrays.stream(values).max().orElse(1);
        return new LinearScale(low, high > low ? high : low + 1);
    }

    /** Where a value lies: 0 at the low end, 1 at the high end. */
    @Override
    public double position(double value) {
        return (value - low) / (high - low);
    }

    /** Round numbers from the low end to the high one. */
    @Override
    public List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        double step = step(high - low);
        for (int i = 0; low + i * step <= high + step * 1e-9; i++) {
            ticks.add(low + i * step);
        }
        return ticks;
    }

    /** 1, 2 or 5 times a power of ten, so that there are about four steps. */
    private static double step(double range) {
        double raw = range / STEPS;
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        double digit = raw / power;
        return (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power;
    }
}
