package io.github.llmperf.report.svg;

import io.github.llmperf.metric.Direction;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.wording.ChangeText;
import io.github.llmperf.wording.Figures;
import java.util.Locale;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A change and its 90 % interval as a small picture: the centre line is the stored runs, the shaded side lies beyond the
 * tolerance. Each has a scale of its own, on which the tolerance can be seen; what lies farther out stands at the edge.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class IntervalGlyph {

    private static final double WIDTH = 80;
    private static final double HEIGHT = 20;

    /** Room beyond the tolerance, and how much smaller than the whole side the tolerated part may become. */
    private static final double BEYOND = 1.3;

    private static final double SMALLEST_PART = 5;

    private final Comparison row;
    private final double tolerated;
    private final double reach;

    public IntervalGlyph(Comparison row) {
        this.row = row;
        tolerated = ChangeText.tolerated(row.measure(), row.subject().tolerance());
        double widest = 0;
        for (double value : new double[] {
            row.values().changeLow(), row.values().changeHigh(), row.values().change()
        }) {
            widest = Double.isFinite(value) ? Math.max(widest, Math.abs(value) * 1.05) : widest;
        }
        double allowed = Math.abs(tolerated);
        reach = allowed > 0
                ? Math.max(BEYOND * allowed, Math.min(widest, SMALLEST_PART * allowed))
                : Math.max(.1, widest);
    }

    public Markup draw() {
        double bound = x(tolerated);
        boolean worseIsRight = row.measure().metric().better() != Direction.HIGHER;
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
                row.measure() + " changed by " + Figures.change(row.values().change()) + ", 90 % interval "
                        + Figures.interval(
                                row.values().changeLow(), row.values().changeHigh()));
        double from = worseIsRight ? bound : 0;
        svg.empty(
                "rect",
                "class",
                "beyond",
                "x",
                at(from),
                "y",
                "0",
                "width",
                at(worseIsRight ? WIDTH - bound : bound),
                "height",
                at(HEIGHT));
        svg.empty("path", "class", "zero", "d", "M" + at(WIDTH / 2) + " 0V" + at(HEIGHT));
        svg.empty(
                "path",
                "class",
                "range",
                "d",
                "M" + at(x(row.values().changeLow())) + " 10H"
                        + at(x(row.values().changeHigh())));
        if (Math.max(row.values().changeHigh(), row.values().change()) > reach) {
            svg.empty("path", "class", "range", "d", "M75 5L80 10L75 15", "fill", "none");
        }
        if (Math.min(row.values().changeLow(), row.values().change()) < -reach) {
            svg.empty("path", "class", "range", "d", "M5 5L0 10L5 15", "fill", "none");
        }
        svg.empty("circle", "class", "point", "cx", at(x(row.values().change())), "cy", "10", "r", "4.5");
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
