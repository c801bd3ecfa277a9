package io.github.llmperf.report.svg;

import io.github.llmperf.wording.Numbers;

/** What the tints of a heat map stand for: from a single sample to the fullest cell. */
record HeatKey(HeatMap cells, Palette palette, String colour) {

    private static final double SWATCH = 13;
    private static final double THICK = 10;
    private static final double LETTER = 7.3;
    private static final double GAP = 5;

    /** Draws it to the left of a place. */
    void draw(Markup svg, double right, double base, boolean wide) {
        String most = Numbers.number(cells.most()) + (wide ? " in a cell" : "");
        double end = right - LETTER * most.length() - GAP;
        SvgParts.label(svg, palette, right, base, most, "end", palette.muted());
        for (int level = 1; level <= HeatMap.LEVELS; level++) {
            double x = end - SWATCH * (HeatMap.LEVELS - level + 1);
            svg.empty(
                    "path",
                    "class",
                    "key",
                    "d",
                    "M" + SvgParts.at(x) + " " + SvgParts.at(base - THICK / 2 + 1) + "h" + SvgParts.at(SWATCH),
                    "style",
                    Tint.style(colour, level) + ";stroke-width:" + SvgParts.at(THICK));
        }
        double start = end - SWATCH * HeatMap.LEVELS - GAP;
        SvgParts.label(svg, palette, start, base, "1", "end", palette.muted());
    }
}
