package io.github.llmperf.report.svg;

import io.github.llmperf.report.model.Renderer;
import io.github.llmperf.report.model.Report;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes a report as one picture that stands on its own: the run over its time, in the viewer's light or dark scheme.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class TimelineSvg implements Renderer {

    /** Widest picture, in units that are pixels at full size. */
    public static final double WIDTH = 960;

    /** Makes the renderer. */
    public TimelineSvg() {}

    @Override
    public String render(Report report) {
        String picture = new TimelineChart(report, Palette.STYLED, WIDTH)
                .draw("timeline")
                .toString();
        return Palette.standalone(picture) + "\n";
    }
}
