package io.github.llmperf.report.svg;

import io.github.llmperf.measure.server.ServerView.Span;
import io.github.llmperf.wording.Numbers;
import java.util.ArrayList;
import java.util.List;

/**
 * The time of a run from left to right.
 *
 * @param from its start
 * @param to its end
 * @param windows what of it is measured
 * @param left where the start lies in the picture
 * @param right where the end lies
 */
record TimeAxis(long from, long to, List<Span> windows, double left, double right) {

    private static final double NANOS = 1e9;
    private static final double MINUTE = 60;

    /** From this length on minutes are easier to read. */
    private static final double LONG = 10 * MINUTE;

    private static final double ROOM_FOR_A_TICK = 70;
    private static final double[] STEPS = {1, 2, 5, 10};

    double x(long moment) {
        double part = (double) (moment - from) / (to - from);
        return left + (right - left) * Math.max(0, Math.min(1, part));
    }

    private double seconds() {
        return (to - from) / NANOS;
    }

    private double unit() {
        return seconds() > LONG ? MINUTE : 1;
    }

    /** Names the unit below the axis. */
    String title() {
        return (unit() > 1 ? "minutes" : "seconds") + " since the start";
    }

    /** Round times to label, in the unit of the axis. */
    List<Double> ticks() {
        double length = seconds() / unit();
        double step = step(length / Math.max(1, Math.floor((right - left) / ROOM_FOR_A_TICK)));
        List<Double> ticks = new ArrayList<>();
        for (int i = 0; i * step <= length * 1.0001; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    double xOf(double tick) {
        return x(from + Math.round(tick * unit() * NANOS));
    }

    static String text(double tick) {
        return Numbers.number(tick);
    }

    private static double step(double atLeast) {
        double decade = Math.pow(10, Math.floor(Math.log10(atLeast)));
        for (double step : STEPS) {
            if (step * decade >= atLeast * .9999) {
                return step * decade;
            }
        }
        return 10 * decade;
    }

    /** Spans that are not measured: before, between and after the windows. */
    List<Span> unmeasured() {
        List<Span> gaps = new ArrayList<>();
        long open = from;
        for (Span window : windows) {
            if (window.from() > open) {
                gaps.add(new Span(open, window.from()));
            }
            open = Math.max(open, window.to());
        }
        if (open < to) {
            gaps.add(new Span(open, to));
        }
        return gaps;
    }
}
