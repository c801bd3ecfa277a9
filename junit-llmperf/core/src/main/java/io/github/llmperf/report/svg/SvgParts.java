package io.github.llmperf.report.svg;

import java.util.Locale;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The parts that all charts share. */
@API(status = Status.INTERNAL, since = "0.1")
public final class SvgParts {

    private static final double DIAMOND = 6;
    private static final double SQUARE = 8;

    private SvgParts() {}

    /** Opens a picture that describes itself to those who cannot see it; the id tells several of one document apart. */
    public static Markup open(String id, String title, String description, double width, double height) {
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
        svg.element("title", title, "id", id + "-title");
        return svg.element("desc", description, "id", id + "-desc");
    }

    /** Opens a picture on a ground of its own. */
    public static Markup open(
            String id, String title, String description, Palette palette, double width, double height) {
        return open(id, title, description, width, height)
                .empty("rect", "width", at(width), "height", at(height), "style", "fill:" + palette.surface());
    }

    /** Adds text with a rim in the colour behind it, so that it stays readable where a line crosses it. */
    public static void label(
            Markup svg, Palette palette, double x, double y, String text, String anchor, String colour) {
        svg.element("text", text, "x", at(x), "y", at(y), "text-anchor", anchor, "style", rimmed(palette, colour));
    }

    /** Adds such text in bold, for names. */
    public static void name(
            Markup svg, Palette palette, double x, double y, String text, String anchor, String colour) {
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
                "600",
                "style",
                rimmed(palette, colour));
    }

    private static String rimmed(Palette palette, String colour) {
        return "fill:" + colour + ";paint-order:stroke;stroke:" + palette.surface()
                + ";stroke-width:3px;stroke-linejoin:round";
    }

    /** Adds a line; the path is in the language of SVG. */
    public static void line(Markup svg, String path, String colour, double width) {
        svg.empty("path", "d", path, "style", stroked(colour, width));
    }

    /** Adds a dashed line, for bounds as opposed to measured values. */
    public static void dashed(Markup svg, String path, String colour, double width) {
        svg.empty("path", "d", path, "stroke-dasharray", "5 4", "style", stroked(colour, width));
    }

    private static String stroked(String colour, double width) {
        return "fill:none;stroke:" + colour + ";stroke-width:" + at(width) + ";stroke-linejoin:round";
    }

    /** Adds a round mark. */
    static void dot(Markup svg, double x, double y, double radius, String fill, String rim) {
        svg.empty(
                "circle",
                "cx",
                at(x),
                "cy",
                at(y),
                "r",
                at(radius),
                "style",
                "fill:" + fill + ";stroke:" + rim + ";stroke-width:2");
    }

    /** Adds a square mark, for what was pinned. */
    public static void square(Markup svg, double x, double y, String fill, String rim) {
        svg.empty(
                "rect",
                "x",
                at(x - SQUARE / 2),
                "y",
                at(y - SQUARE / 2),
                "width",
                at(SQUARE),
                "height",
                at(SQUARE),
                "style",
                "fill:" + fill + ";stroke:" + rim + ";stroke-width:2");
    }

    /** Adds a mark that is no dot: a bound, or somebody else's number. */
    public static void diamond(Markup svg, double x, double y, String fill, String rim, double rimWidth) {
        String path = "M" + at(x) + " " + at(y - DIAMOND) + "L" + at(x + DIAMOND) + " " + at(y) + "L" + at(x) + " "
                + at(y + DIAMOND) + "L" + at(x - DIAMOND) + " " + at(y) + "Z";
        svg.empty("path", "d", path, "style", "fill:" + fill + ";stroke:" + rim + ";stroke-width:" + at(rimWidth));
    }

    /** Adds a filled rectangle, by its upper left corner. */
    static void bar(Markup svg, String kind, double x, double y, double width, double height, String colour) {
        svg.empty(
                "rect",
                "class",
                kind,
                "x",
                at(x),
                "y",
                at(y),
                "width",
                at(width),
                "height",
                at(height),
                "style",
                "fill:" + colour);
    }

    /** A coordinate with one decimal: finer than the eye resolves. */
    public static String at(double coordinate) {
        String text = String.format(Locale.ROOT, "%.1f", coordinate);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
