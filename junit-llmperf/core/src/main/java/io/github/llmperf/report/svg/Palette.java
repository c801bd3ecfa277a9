package io.github.llmperf.report.svg;

import io.github.llmperf.metric.Metric;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Colours of a chart. Series keep their colour everywhere; blue, orange and green of this lightness stay apart for
 * colour-blind readers, and each line carries its name as well.
 *
 * @param ink text and marks
 * @param muted axis text
 * @param grid grid lines
 * @param surface behind everything
 * @param e2e line of e2e
 * @param ttft line of ttft
 * @param tpot line of tpot
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Palette(String ink, String muted, String grid, String surface, String e2e, String ttft, String tpot) {

    /** Fixed colours on white, for places that bring no style sheet. */
    public static final Palette LIGHT =
            new Palette("#1a1f26", "#56606d", "#dfe4ea", "#ffffff", "#0b62a8", "#bd4c0b", "#00795c");

    /** Fixed colours on near-black. */
    public static final Palette DARK =
            new Palette("#e8ebef", "#a2adba", "#343c47", "#14181d", "#66b3f0", "#f2955c", "#3ecba3");

    /** Colours of the style sheet around the chart. */
    public static final Palette STYLED = new Palette(
            "var(--ink)", "var(--muted)", "var(--grid)", "var(--surface)", "var(--e2e)", "var(--ttft)", "var(--tpot)");

    public String of(Metric metric) {
        return switch (metric) {
            case TTFT -> ttft;
            case TPOT, ITL -> tpot;
            default -> e2e;
        };
    }

    /** The colours as custom properties of a style sheet. */
    public String properties() {
        return "--ink:" + ink + ";--muted:" + muted + ";--grid:" + grid + ";--surface:" + surface + ";--e2e:" + e2e
                + ";--ttft:" + ttft + ";--tpot:" + tpot;
    }

    /** Adds both schemes to a picture in styled colours, for places that bring no style sheet. */
    static String standalone(String svg) {
        int afterTag = svg.indexOf('>') + 1;
        return svg.substring(0, afterTag)
                + new Markup()
                        .style("svg{" + LIGHT.properties() + "}@media (prefers-color-scheme:dark){svg{"
                                + DARK.properties() + "}}")
                + svg.substring(afterTag);
    }
}
