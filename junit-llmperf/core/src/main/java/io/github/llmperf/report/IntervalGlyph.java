package io.github.llmperf.report;

import io.github.llmperf.verdict.Finding.Comparison;
import java.util.List;
import java.util.Locale;

/**
 * A change and its 90 % interval as a small picture: the centre line is the stored runs, the shaded side lies beyond the
 * tolerance. All rows of a table share one scale.
 */
final class IntervalGlyph {

    private static final double WIDTH = 80;
    private static final double HEIGHT = 20;
    private static final double WIDEST = 1.5;

    private final double reach;

    IntervalGlyph(List<Comparison> rows) {
        double widest = .1;
        for (Comparison row : rows) {
            double tolerated = FindingRow.toleratedChange(row.measure(), row.tolerance());
            for (double value : new double[] {row.changeLow(), row.changeHigh(), row.change(), 1.3 * tolerated}) {
                widest = Double.isFinite(value) ? Math.max(widest, Math.abs(value)) : widest;
            }
        }
        this.reach = Math.min(WIDEST, widest * 1.05);
    }

    Markup draw(Comparison row) {
        double tolerated = x(FindingRow.toleratedChange(row.measure(), row.tolerance()));
        boolean worseIsRight = tolerated > WIDTH / 2;
        Markup svg = new Markup();
        svg.open(
                "svg",
                "viewBox",
                "0 0 " + at(WIDTH) + " " + at(HEIGHT),
                "width",
                at(WIDTH),
                "height",
                at(HEIGHT),
                "role",
                "img",
                "class",
                "glyph");
        svg.element(
                "title",
                row.measure() + " changed by " + Figures.change(row.change()) + ", 90 % interval "
                        + Figures.interval(row.changeLow(), row.changeHigh()));
        double from = worseIsRight ? tolerated : 0;
        svg.empty(
                "rect",
                "class",
                "beyond",
                "x",
                at(from),
                "y",
                "0",
                "width",
                at(worseIsRight ? WIDTH - tolerated : tolerated),
                "height",
                at(HEIGHT));
        svg.empty("path", "class", "zero", "d", "M" + at(WIDTH / 2) + " 0V" + at(HEIGHT));
        svg.empty("path", "class", "range", "d", "M" + at(x(row.changeLow())) + " 10H" + at(x(row.changeHigh())));
        svg.empty("circle", "class", "point", "cx", at(x(row.change())), "cy", "10", "r", "4.5");
        return svg.close();
    }

    private double x(double change) {
        double clipped = Double.isNaN(change) ? 0 : Math.max(-reach, Math.min(reach, change));
        return WIDTH / 2 + clipped / reach * (WIDTH / 2 - 5);
    }

    private static String at(double coordinate) {
        return String.format(Locale.ROOT, "%.1f", coordinate);
    }
}
