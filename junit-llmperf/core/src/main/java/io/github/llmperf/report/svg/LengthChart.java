package io.github.llmperf.report.svg;

import static io.github.llmperf.report.svg.SvgParts.at;

import io.github.llmperf.metric.Statistic;
import io.github.llmperf.report.model.LengthBins;
import io.github.llmperf.report.model.Lengths;
import io.github.llmperf.report.model.Percentiles;
import io.github.llmperf.wording.Numbers;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** How many requests had prompts, or answers, of which length: bars, with the median and p99 marked. */
@API(status = Status.INTERNAL, since = "0.1")
public final class LengthChart {

    private static final double LEFT = 44;
    private static final double RIGHT = 16;
    private static final double TOP = 40;
    private static final double BOTTOM = 40;
    private static final double LABEL_GAP = 8;
    private static final double LETTER = 6.5;
    private static final double GAP = 1;

    private final Lengths lengths;
    private final LengthBins bins;
    private final Palette palette;
    private final ChartFrame frame;

    public LengthChart(Lengths lengths, Palette palette, double width, double height) {
        this.lengths = lengths;
        this.bins = LengthBins.of(lengths.samples());
        this.palette = palette;
        this.frame = new ChartFrame(palette, width, height, LEFT, RIGHT, TOP, BOTTOM);
    }

    /** Draws the chart; the id distinguishes several charts of one document. */
    public Markup draw(String id) {
        Markup svg = frame.open(id, lengths.title(), lengths.words() + ".");
        SvgParts.name(svg, palette, 0, 14, lengths.title(), "start", palette.ink());
        grid(svg);
        for (int i = 0; i < bins.bins().size(); i++) {
            bar(svg, i);
        }
        edges(svg);
        mark(svg, 50, "p50", "end");
        mark(svg, 99, "p99", "start");
        return svg.close();
    }

    private void grid(Markup svg) {
        double most = bins.most();
        double[] ticks = most < 2 ? new double[] {0, most} : new double[] {0, Math.floor(most / 2.0), most};
        for (double tick : ticks) {
            frame.level(svg, y(tick), Numbers.number(tick));
        }
        frame.label(svg, frame.end(), 14, "requests", "end", palette.muted());
    }

    private void bar(Markup svg, int index) {
        double count = bins.bins().get(index).count();
        if (count > 0) {
            double left = x((double) index / bins.bins().size());
            double right = x((double) (index + 1) / bins.bins().size());
            double top = Math.min(y(count), y(0) - 1);
            svg.empty(
                    "rect",
                    "x",
                    at(left),
                    "y",
                    at(top),
                    "width",
                    at(Math.max(1, right - left - GAP)),
                    "height",
                    at(y(0) - top),
                    "style",
                    "fill:" + (lengths.name().equals("prompt") ? palette.ttft() : palette.tpot()));
        }
    }

    /** Lengths at the edges of bins, as many as there is room for. */
    private void edges(Markup svg) {
        double free = 0;
        for (int i = 0; i <= bins.bins().size(); i++) {
            double edge = i < bins.bins().size()
                    ? bins.bins().get(i).from()
                    : bins.bins().get(i - 1).to();
            String text = Numbers.number(edge);
            double x = x((double) i / bins.bins().size());
            double half = LETTER * text.length() / 2;
            if (x - half >= free && x + half <= frame.width()) {
                frame.below(svg, x, text);
                free = x + half + LABEL_GAP;
            }
        }
        String scale = bins.logarithmic() ? lengths.unit() + ", logarithmic" : lengths.unit();
        frame.axis(svg, scale);
    }

    private void mark(Markup svg, double percentile, String name, String side) {
        double value = Percentiles.of(lengths.samples(), Statistic.percentile(percentile));
        if (Double.isNaN(value)) {
            return;
        }
        double x = x(bins.position(value));
        line(svg, x, TOP - 8, x, y(0), palette.ink(), 1);
        double room = 4 * LETTER;
        boolean before = side.equals("end") ? x >= LEFT + room : x > frame.end() - room;
        String anchor = before ? "end" : "start";
        frame.label(svg, x + (before ? -4 : 4), TOP - (percentile > 50 ? 13 : 0), name, anchor, palette.ink());
    }

    private void line(Markup svg, double fromX, double fromY, double toX, double toY, String colour, double stroke) {
        SvgParts.line(svg, "M" + at(fromX) + " " + at(fromY) + "L" + at(toX) + " " + at(toY), colour, stroke);
    }

    private double x(double position) {
        return frame.x(position);
    }

    private double y(double count) {
        return frame.y(count / Math.max(1, bins.most()));
    }
}
