package io.github.llmperf.report.svg;

import static io.github.llmperf.report.svg.SvgParts.at;

/** What the marks of a chart mean, from the right end of its heading to the left. */
final class ChartLegend {

    private static final double LETTER = 6.4;
    private static final double GAP = 14;
    private static final double SWATCH = 18;
    private static final double MIDDLE = 12;
    private static final double BASELINE = 16;

    private final ChartFrame frame;
    private final Palette palette;
    private double free;

    ChartLegend(ChartFrame frame, Palette palette) {
        this.frame = frame;
        this.palette = palette;
        this.free = frame.width() - 8;
    }

    /** Adds a band with the line in its middle, or the line alone. */
    void band(Markup svg, boolean area, String text) {
        double x = before(svg, text, SWATCH);
        if (area) {
            svg.empty(
                    "rect",
                    "x",
                    at(x),
                    "y",
                    at(MIDDLE - 5),
                    "width",
                    at(SWATCH),
                    "height",
                    "10",
                    "style",
                    "fill:" + palette.muted() + ";opacity:.3");
        }
        SvgParts.line(svg, "M" + at(x) + " " + at(MIDDLE) + "h" + at(SWATCH), palette.muted(), 1);
    }

    void circle(Markup svg, String text) {
        SvgParts.dot(svg, before(svg, text, 8) + 4, MIDDLE, 4, "none", palette.muted());
    }

    void square(Markup svg, String text) {
        SvgParts.square(svg, before(svg, text, 8) + 4, MIDDLE, "none", palette.muted());
    }

    void diamond(Markup svg, String text) {
        SvgParts.diamond(svg, before(svg, text, 12) + 6, MIDDLE, palette.muted(), "none", 0);
    }

    /** Writes the text and returns where a mark of this width begins. */
    private double before(Markup svg, String text, double mark) {
        frame.label(svg, free, BASELINE, text, "end", palette.muted());
        double x = free - LETTER * text.length() - 3 - mark;
        free = x - GAP;
        return x;
    }
}
