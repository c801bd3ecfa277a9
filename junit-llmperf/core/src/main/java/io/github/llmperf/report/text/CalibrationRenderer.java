package io.github.llmperf.report.text;

import io.github.llmperf.report.model.Renderer;
import io.github.llmperf.report.model.Report;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Writes a calibration as {@code calibration.md}: the lines of the console, kept in their columns. */
@API(status = Status.INTERNAL, since = "0.1")
public final class CalibrationRenderer implements Renderer {

    /** Makes the renderer. */
    public CalibrationRenderer() {}

    /** Returns the page; empty if there was no run. */
    @Override
    public String render(Report report) {
        return report.series()
                .calibration()
                .map(calibration -> page(CalibrationText.lines(report, calibration)))
                .orElse("");
    }

    private static String page(List<String> lines) {
        return "```\n" + String.join("\n", lines) + "\n```\n";
    }
}
