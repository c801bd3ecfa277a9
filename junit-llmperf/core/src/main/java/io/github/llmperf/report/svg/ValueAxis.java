package io.github.llmperf.report.svg;

import io.github.llmperf.wording.Numbers;

/**
 * The upright axis of a small chart, from zero to a round value.
 *
 * @param most largest value that it must hold
 * @param top where it ends, from above
 * @param height how high it is
 */
record ValueAxis(double most, double top, double height) {

    private static final double SMALLEST = 1e-3;
    private static final double[] STEPS = {1, 2, 4, 5, 10};

    /** The round value at its end. */
    double end() {
        double largest = Math.max(most, SMALLEST);
        double decade = Math.pow(10, Math.floor(Math.log10(largest)));
        for (double step : STEPS) {
            if (step * decade >= largest * .9999) {
                return step * decade;
            }
        }
        return 10 * decade;
    }

    double y(double value) {
        return top + height - height * Math.max(0, Math.min(1, value / end()));
    }

    /** Draws a line at both ends, with the value beside it. */
    void draw(Markup svg, Palette palette, TimeAxis axis, String unit) {
        for (double level : new double[] {0, end()}) {
            double at = y(level);
            SvgParts.line(
                    svg,
                    "M" + SvgParts.at(axis.left()) + " " + SvgParts.at(at) + "H" + SvgParts.at(axis.right()),
                    palette.grid(),
                    1);
            String value = Numbers.number(level) + (level > 0 ? unit : "");
            SvgParts.label(svg, palette, axis.left() - 8, at + 4, value, "end", palette.muted());
        }
    }
}
