package io.github.llmperf.report.svg;

import static io.github.llmperf.report.svg.SvgParts.at;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.report.model.StoredRun;
import io.github.llmperf.report.svg.StripRow.Stored;
import io.github.llmperf.wording.ChangeText;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.Numbers;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * One measure of the stored runs in their order, and of this run last and larger, on a scale on which the tolerance can be
 * seen: equal steps are equal factors. The line is the mean of the stored runs, the shaded side is worse than tolerated.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class RunStrip {

    private static final double TOP = 8;
    private static final double BOTTOM = 20;
    private static final double LEFT = 64;
    private static final double RIGHT = 20;
    private static final double BEFORE_NOW = 62;
    private static final int LONGEST_LABEL = 9;
    private static final double CAP = 4;
    private static final int CROWDED = 20;
    private static final double LETTER = 6.4;

    private final StripRow row;
    private final ChartFrame frame;
    private final StripScale scale;

    public RunStrip(StripRow row, double width, double height) {
        this.row = row;
        this.frame = new ChartFrame(Palette.STYLED, width, height, LEFT, RIGHT, TOP, BOTTOM);
        this.scale = StripScale.of(row);
    }

    /** Draws the strip; the id distinguishes several strips of one document. */
    public Markup draw(String id) {
        Markup svg = frame.open(id, row.row().cells().measure() + " of the stored runs and this one", row.words());
        tolerance(svg);
        SvgParts.line(svg, frame.across(y(0), frame.width()), Palette.STYLED.muted(), 1.25);
        frame.label(svg, LEFT - 6, y(0) + 4, mean(), "end", Palette.STYLED.muted());
        for (int i = 0; i < row.stored().size(); i++) {
            stored(svg, i);
        }
        now(svg);
        dates(svg);
        return svg.close();
    }

    /** A long unit stands beside the strip already. */
    private String mean() {
        String text = row.row().cells().baseline();
        return text.length() <= LONGEST_LABEL
                ? text
                : Numbers.number(row.comparison().values().baseline());
    }

    private void tolerance(Markup svg) {
        double bound = y(row.tolerated());
        boolean worseIsUp = row.tolerated() > 0;
        double from = worseIsUp ? 0 : bound;
        double to = worseIsUp ? bound : frame.base() + 2;
        svg.empty(
                "rect",
                "class",
                "beyond",
                "x",
                at(LEFT),
                "y",
                at(from),
                "width",
                at(frame.width() - LEFT),
                "height",
                at(Math.max(0, to - from)));
        String words = "worse than " + tolerated();
        double y = worseIsUp ? Math.max(bound - 4, 11) : Math.min(bound + 12, frame.base());
        frame.label(svg, LEFT + 4, y, words, "start", Palette.STYLED.muted());
    }

    private String tolerated() {
        double tolerance = row.comparison().subject().tolerance();
        return ChangeText.of(
                        row.comparison().measure(), tolerance, row.comparison().values())
                .limit();
    }

    private void stored(Markup svg, int index) {
        Stored stored = row.stored().get(index);
        BaselineRun run = stored.run();
        String tag = run.tag() == null ? "" : ", tagged " + run.tag();
        svg.open("g", "class", run.tag() == null ? "before" : "before tagged");
        svg.element(
                "title",
                StoredRun.date(run) + ", commit " + StoredRun.commit(run) + ": " + quantity(stored.value()) + ", "
                        + run.verdict().words() + tag);
        mark(svg, x(index), y(row.distance(stored.value())), row.stored().size() > CROWDED ? 3 : 4, run.tag() != null);
        svg.close();
    }

    private static void mark(Markup svg, double x, double y, double radius, boolean tagged) {
        if (tagged) {
            double size = 2 * radius;
            svg.empty("rect", "x", at(x - radius), "y", at(y - radius), "width", at(size), "height", at(size));
        } else {
            svg.empty("circle", "cx", at(x), "cy", at(y), "r", at(radius));
        }
    }

    /** This run with its interval, and its trials beside it. */
    private void now(Markup svg) {
        double value = row.distance(row.comparison().values().candidate());
        double x = x(row.stored().size());
        if (Double.isNaN(value)) {
            frame.label(svg, frame.width() - 4, y(0) - 6, "no samples", "end", Palette.STYLED.ink());
            return;
        }
        svg.open("g", "class", "now " + row.row().tone().cssClass());
        double from = row.distanceOfChange(row.comparison().values().changeLow());
        double to = row.distanceOfChange(row.comparison().values().changeHigh());
        if (!Double.isNaN(from) && !Double.isNaN(to)) {
            svg.empty("path", "class", "range", "d", whisker(x, y(from), y(to)));
        }
        for (double trial : row.trials()) {
            svg.empty("circle", "class", "trial", "cx", at(x - 11), "cy", at(y(row.distance(trial))), "r", "2.5");
        }
        svg.empty("circle", "class", "point", "cx", at(x), "cy", at(y(value)), "r", "6.5");
        svg.close();
    }

    private static String whisker(double x, double from, double to) {
        String cap = "h" + at(2 * CAP);
        return "M" + at(x - CAP) + " " + at(from) + cap + "M" + at(x) + " " + at(from) + "V" + at(to) + "M"
                + at(x - CAP) + " " + at(to) + cap;
    }

    private void dates(Markup svg) {
        double y = frame.height() - 5;
        String first = StoredRun.date(row.stored().get(0).run());
        frame.label(svg, LEFT, y, first, "start", Palette.STYLED.muted());
        frame.label(svg, frame.width(), y, "this run", "end", Palette.STYLED.ink());
        String last = StoredRun.date(row.stored().get(row.stored().size() - 1).run());
        double end = x(row.stored().size() - 1) + 4;
        if (!last.equals(first) && end - LETTER * last.length() > LEFT + LETTER * first.length() + 10) {
            frame.label(svg, end, y, last, "end", Palette.STYLED.muted());
        }
    }

    /** Where a stored run stands; the place after the last is this run's. */
    private double x(int index) {
        int runs = row.stored().size();
        if (index == runs) {
            return frame.end();
        }
        double from = LEFT + 10;
        double to = frame.end() - BEFORE_NOW;
        return runs == 1 ? (from + to) / 2 : from + (to - from) * index / (runs - 1);
    }

    private double y(double distance) {
        return frame.y(scale.position(distance));
    }

    private String quantity(double value) {
        return Figures.quantity(value, row.comparison().measure().metric().unit());
    }
}
