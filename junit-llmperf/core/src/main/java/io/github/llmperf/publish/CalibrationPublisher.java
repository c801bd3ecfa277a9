package io.github.llmperf.publish;

import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.text.CalibrationText;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Prints what a calibration found; nothing for any other run. */
@API(status = Status.INTERNAL, since = "0.1")
public final class CalibrationPublisher implements Publisher {

    private final Console console;

    /**
     * Makes the publisher.
     *
     * @param console where the tables are printed
     */
    public CalibrationPublisher(Console console) {
        this.console = console;
    }

    @Override
    public void publish(JudgedRun run) {
        Report report = run.report();
        report.series().calibration().ifPresent(calibration -> {
            List<String> lines = new ArrayList<>(List.of(""));
            lines.addAll(CalibrationText.lines(report, calibration));
            console.print(lines);
        });
    }
}
