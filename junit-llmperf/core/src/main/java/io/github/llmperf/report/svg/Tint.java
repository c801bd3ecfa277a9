package io.github.llmperf.report.svg;

import io.github.llmperf.wording.Figures;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Tints of one colour, from faint to full: over either surface their lightness goes in even steps, so that they are
 * ordered for every eye.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class Tint {

    private static final double FAINTEST = .28;
    private static final double STEP = .12;

    private Tint() {}

    /** How opaque a level is, from 1 to {@link HeatMap#LEVELS}. */
    public static double opacity(int level) {
        return Math.min(1, FAINTEST + STEP * (level - 1));
    }

    static String style(String colour, int level) {
        String opacity = Figures.number(opacity(level), 2);
        return "fill:none;stroke:" + colour + (level == HeatMap.LEVELS ? "" : ";stroke-opacity:" + opacity);
    }
}
