package io.github.llmperf.report.svg;

import static io.github.llmperf.report.svg.SvgParts.at;

import java.util.Comparator;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Where a chart draws: a ground, an area for what is measured, and room around it for the axes.
 *
 * @param palette colours
 * @param width of the whole picture
 * @param height of the whole picture
 * @param left room for the labels of levels
 * @param right room for the names of lines
 * @param top room for heading and legend
 * @param bottom room for the labels of the axis across
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ChartFrame(
        Palette palette, double width, double height, double left, double right, double top, double bottom) {

    private static final double HEADING = 16;
    private static final double NAME_GAP = 14;

    /** A name at the end of a line, at the height where the line ends. */
    record Name(String text, double y, String colour) {}

    /** Opens the picture. */
    public Markup open(String id, String title, String description) {
        return SvgParts.open(id, title, description, palette, width, height);
    }

    /** Where a part of the axis across lies, from 0 at its beginning to 1 at its end. */
    public double x(double position) {
        return left + (end() - left) * position;
    }

    /** Where a part of the axis upwards lies, from 0 at its foot to 1 at its top. */
    public double y(double position) {
        return base() - (base() - top) * position;
    }

    /** Where the area ends on the right. */
    public double end() {
        return width - right;
    }

    /** Where the area ends below. */
    public double base() {
        return height - bottom;
    }

    /** Names the picture above its area. */
    void heading(Markup svg, String text) {
        SvgParts.name(svg, palette, left, HEADING, text, "start", palette.ink());
    }

    /** Draws a level with its value on the left. */
    public void level(Markup svg, double y, String value) {
        SvgParts.line(svg, across(y, end()), palette.grid(), 1);
        SvgParts.label(svg, palette, left - 8, y + 4, value, "end", palette.muted());
    }

    /** Draws an upright line with its value below. */
    void upright(Markup svg, double x, String value) {
        SvgParts.line(svg, "M" + at(x) + " " + at(top) + "V" + at(base()), palette.grid(), 1);
        below(svg, x, value);
    }

    /** Writes a value below the area. */
    void below(Markup svg, double x, String value) {
        SvgParts.label(svg, palette, x, base() + 18, value, "middle", palette.muted());
    }

    /** Names what the axis across counts. */
    void axis(Markup svg, String name) {
        SvgParts.label(svg, palette, (left + end()) / 2, height - 6, name, "middle", palette.muted());
    }

    /** The path of a level as far as a place. */
    String across(double y, double to) {
        return "M" + at(left) + " " + at(y) + "H" + at(to);
    }

    /** Writes names beside the area, topmost first, each moved down where another one stands already. */
    void names(Markup svg, List<Name> names) {
        double free = Double.NEGATIVE_INFINITY;
        for (Name name :
                names.stream().sorted(Comparator.comparingDouble(Name::y)).toList()) {
            double y = Math.max(name.y + 4, free);
            free = y + NAME_GAP;
            SvgParts.name(svg, palette, end() + 6, y, name.text, "start", name.colour);
        }
    }

    /** Writes text anywhere. */
    public void label(Markup svg, double x, double y, String text, String anchor, String colour) {
        SvgParts.label(svg, palette, x, y, text, anchor, colour);
    }
}
