package io.github.llmperf.report.svg;

import java.util.List;

/** An axis of values: where a value lies on it, and which are labelled. */
interface AxisScale {

    /** Values with a smaller ratio are easier to distinguish on a linear axis. */
    double DECADE = 10;

    /** The best axis for values above 0: logarithmic if they span a decade or more. */
    static AxisScale around(double min, double max) {
        return max / min < DECADE ? LinearScale.around(min, max) : LogScale.around(min, max);
    }

    /** Where a value lies, from 0 at the low end to 1 at the high end. */
    double position(double value);

    /** Round values to label, ascending. */
    List<Double> ticks();
}
