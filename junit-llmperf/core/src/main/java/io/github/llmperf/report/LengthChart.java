package io.github.llmperf.report;

import io.github.llmperf.metric.Quantity;
import java.util.Locale;

/** How many requests had prompts, or answers, of which length: bars, with the median and p99 marked. */
final class LengthChart {

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
    private final double width;
    private final double height;

    LengthChart(Lengths lengths, Palette palette, double width, double height) {
        this.lengths = lengths;
        this.bins = LengthBins.of(lengths.samples());
        this.palette = palette;
        this.width = width;
        this.height = height;
    }

    /** Draws the chart; the id tells several charts of one document apart. */
    Markup draw(String id) {
        Markup svg = new Markup();
        svg.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                "0 0 " + at(width) + " " + at(height),
                "width",
                "100%",
                "role",
                "img",
                "aria-labelledby",
                id + "-title " + id + "-desc",
                "font-family",
                "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
                "font-size",
                "12");
        svg.element("title", lengths.title(), "id", id + "-title");
        svg.element("desc", lengths.words() + ".", "id", id + "-desc");
        svg.empty("rect", "width", at(width), "height", at(height), "style", "fill:" + palette.surface());
        label(svg, 0, 14, lengths.title(), "start", palette.ink(), "600");
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
            line(svg, LEFT, y(tick), width - RIGHT, y(tick), palette.grid(), 1);
            label(svg, LEFT - 8, y(tick) + 4, Quantity.number(tick), "end", palette.muted(), "400");
        }
        label(svg, width - RIGHT, 14, "requests", "end", palette.muted(), "400");
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
            String text = Quantity.number(edge);
            double x = x((double) i / bins.bins().size());
            double half = LETTER * text.length() / 2;
            if (x - half >= free && x + half <= width) {
                label(svg, x, height - BOTTOM + 16, text, "middle", palette.muted(), "400");
                free = x + half + LABEL_GAP;
            }
        }
        String scale = bins.logarithmic() ? lengths.unit() + ", logarithmic" : lengths.unit();
        label(svg, (LEFT + width - RIGHT) / 2, height - 6, scale, "middle", palette.muted(), "400");
    }

    private void mark(Markup svg, double percentile, String name, String side) {
        double x = x(bins.position(lengths.samples().percentile(percentile)));
        line(svg, x, TOP - 8, x, y(0), palette.ink(), 1);
        double room = 4 * LETTER;
        boolean before = side.equals("end") ? x >= LEFT + room : x > width - RIGHT - room;
        String anchor = before ? "end" : "start";
        label(svg, x + (before ? -4 : 4), TOP - (percentile > 50 ? 10 : 0), name, anchor, palette.ink(), "400");
    }

    private void line(Markup svg, double fromX, double fromY, double toX, double toY, String colour, double stroke) {
        svg.empty(
                "path",
                "d",
                "M" + at(fromX) + " " + at(fromY) + "L" + at(toX) + " " + at(toY),
                "style",
                "fill:none;stroke:" + colour + ";stroke-width:" + at(stroke));
    }

    /** Text with a rim in the colour behind it, so that it stays readable where a bar is behind. */
    private void label(Markup svg, double x, double y, String text, String anchor, String colour, String weight) {
        svg.element(
                "text",
                text,
                "x",
                at(x),
                "y",
                at(y),
                "text-anchor",
                anchor,
                "font-weight",
                weight,
                "style",
                "fill:" + colour + ";paint-order:stroke;stroke:" + palette.surface()
                        + ";stroke-width:3px;stroke-linejoin:round");
    }

    private double x(double position) {
        return LEFT + (width - LEFT - RIGHT) * position;
    }

    private double y(double count) {
        return height - BOTTOM - (height - TOP - BOTTOM) * count / Math.max(1, bins.most());
    }

    private static String at(double coordinate) {
        String text = String.format(Locale.ROOT, "%.1f", coordinate);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
