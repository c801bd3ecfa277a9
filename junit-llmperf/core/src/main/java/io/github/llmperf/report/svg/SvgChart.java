package io.github.llmperf.report.svg;

import io.github.llmperf.report.model.Renderer;
import io.github.llmperf.report.model.Report;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes a report as one picture that stands on its own: latency by percentile, in the viewer's light or dark scheme.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class SvgChart implements Renderer {

    /** Widest picture, in units that are pixels at full size. */
    public static final double WIDTH = 640;

    /** Height of the widest picture. */
    public static final double HEIGHT = 340;

    /** Makes the renderer. */
    public SvgChart() {}

    @Override
    public String render(Report report) {
        String picture = new QuantileChart(report, Palette.STYLED, WIDTH, HEIGHT)
                .draw("latency")
                .toString();
        return Palette.standalone(picture) + "\n";
    }
}
