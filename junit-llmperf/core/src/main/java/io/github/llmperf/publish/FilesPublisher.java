package io.github.llmperf.publish;

import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.report.HtmlRenderer;
import io.github.llmperf.report.JsonRenderer;
import io.github.llmperf.report.Report;
import io.github.llmperf.report.SvgChart;
import java.io.IOException;
import java.nio.file.Files;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes the files of a cell, each whole or not at all. Full records were written while the run went on: see
 * {@link RequestSink}.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class FilesPublisher implements Publisher {

    /** Makes the publisher. */
    public FilesPublisher() {}

    @Override
    public void publish(Report report) throws IOException {
        ResultFiles files =
                ResultFiles.forScenario(report.plan().output(), report.plan().scenario());
        WholeFile.write(files.result(), new JsonRenderer().render(report));
        WholeFile.write(files.html(), new HtmlRenderer().render(report));
        WholeFile.write(files.latencyChart(), new SvgChart().render(report));
        if (isComparable(report)) {
            WholeFile.write(files.candidate(), report.asBaselineRun().line() + "\n");
        } else {
            Files.deleteIfExists(files.candidate());
        }
        if (!report.plan().fullRecords()) {
            // Those of an earlier run would be taken for this one's.
            Files.deleteIfExists(files.requests());
            Files.deleteIfExists(files.unfinishedRequests());
        }
    }

    private static boolean isComparable(Report report) {
        return report.mayBeStored() && report.plan().baseline().mode() != BaselinePolicy.Mode.OFF;
    }
}
