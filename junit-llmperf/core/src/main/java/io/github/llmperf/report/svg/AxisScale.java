package io.github.llmperf.report.svg;

import java.util.List;

/** An axis of values: where a value lies on it, and which are labelled. */
interface AxisScale {

    /** Values that span less are told apart better on even steps: from a logarithmic axis they would take a sliver. */
    double DECADE = 10;

    /** The axis that shows most of values above 0: logarithmic where they spread over a decade or more. */
    static AxisScale around(double min, double max) {
        return max / min < DECADE ? LinearScale.around(min, max) : LogScale.around(min, max);
    }

    /** Where a value lies, from 0 at the low end to 1 at the high end. */
    double position(double value);

    /** Round values to label, ascending. */
    List<Double> ticks();
}
