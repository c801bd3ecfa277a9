package io.github.llmperf.report.html;

import java.util.stream.IntStream;

/** Colours as eyes see them: relative luminance and contrast of WCAG 2, lightness of CIE L*. */
final class Wcag {

    private Wcag() {}

    /** Red, green and blue of {@code #rrggbb}, from 0 to 1. */
    static double[] rgb(String colour) {
        return IntStream.of(1, 3, 5)
                .mapToDouble(at -> Integer.parseInt(colour.substring(at, at + 2), 16) / 255.)
                .toArray();
    }

    /** A colour that lets some of the ground through. */
    static double[] over(String ground, String colour, double opacity) {
        double[] below = rgb(ground);
        double[] above = rgb(colour);
        return IntStream.range(0, 3)
                .mapToDouble(i -> above[i] * opacity + below[i] * (1 - opacity))
                .toArray();
    }

    static double luminance(double... rgb) {
        return .2126 * linear(rgb[0]) + .7152 * linear(rgb[1]) + .0722 * linear(rgb[2]);
    }

    private static double linear(double channel) {
        return channel <= .04045 ? channel / 12.92 : Math.pow((channel + .055) / 1.055, 2.4);
    }

    static double contrast(double[] one, double[] other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    }

    static double contrast(String one, String other) {
        return contrast(rgb(one), rgb(other));
    }

    /** From 0 for black to 100 for white, in steps that look even. */
    static double lightness(double[] rgb) {
        double y = luminance(rgb);
        return y > 216. / 24389 ? 116 * Math.cbrt(y) - 16 : y * 24389 / 27;
    }
}
