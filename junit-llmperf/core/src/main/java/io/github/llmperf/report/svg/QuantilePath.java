package io.github.llmperf.report.svg;

import static io.github.llmperf.report.svg.SvgParts.at;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * How percentiles become points of a picture, for a run and for what it is compared with alike: the same samples give the
 * same line.
 *
 * @param frame where the points lie
 * @param lastNines how far the percentile axis goes
 * @param latency the axis upwards
 */
record QuantilePath(ChartFrame frame, double lastNines, AxisScale latency) {

    private static final int POINTS = 160;

    double x(double nines) {
        return frame.x(Math.min(nines, lastNines) / lastNines);
    }

    double y(double value) {
        return frame.y(latency.position(value));
    }

    /** Returns the points of a function of percentiles from left to right; those no higher than the one before are left out. */
    List<String> points(DoubleUnaryOperator valueOf, double reach) {
        double end = Math.min(lastNines, reach);
        List<String> points = new ArrayList<>();
        String last = "";
        for (int i = 0; i <= POINTS; i++) {
            double nines = end * i / POINTS;
            String y = at(y(valueOf.applyAsDouble(nines)));
            if (!y.equals(last) || i == POINTS) {
                points.add(at(x(nines)) + " " + y);
            }
            last = y;
        }
        return points;
    }

    /** Returns the same as a path. */
    String line(DoubleUnaryOperator valueOf, double reach) {
        return "M" + String.join("L", points(valueOf, reach));
    }
}
