package io.github.llmperf.report;

import java.util.Locale;

/** What pictures of a matrix have in common: a frame that tells what it shows, and text that stays readable on lines. */
final class ChartFrame {

    private ChartFrame() {}

    /** Opens a picture with its name and its description for those who cannot see it. */
    static Markup open(String id, String title, String description, Palette palette, double width, double height) {
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
        svg.element("desc", description, "id", id + "-desc");
        svg.empty("rect", "width", at(width), "height", at(height), "style", "fill:" + palette.surface());
        return svg;
    }

    /** Text with a rim in the colour behind it. */
    static void label(
            Markup svg, Palette palette, double x, double y, String text, String anchor, String colour, String weight) {
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

    /** A coordinate with one decimal at most, whatever the platform's language. */
    static String at(double coordinate) {
        String text = String.format(Locale.ROOT, "%.1f", coordinate);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
