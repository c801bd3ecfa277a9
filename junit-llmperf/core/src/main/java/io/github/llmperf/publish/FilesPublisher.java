package io.github.llmperf.publish;

import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.report.HtmlRenderer;
import io.github.llmperf.report.JsonRenderer;
import io.github.llmperf.report.Report;
import io.github.llmperf.report.SvgChart;
import io.github.llmperf.report.Visible;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    /**
     * Deletes what an earlier run of a load wrote, where this time it was not run.
     *
     * @param plan the load that was not run
     * @return a sentence for each file that is still there; empty when all went well
     */
    public static List<String> retract(LoadPlan plan) {
        List<String> problems = new ArrayList<>();
        ResultFiles files = ResultFiles.forScenario(plan.output(), plan.scenario());
        for (Path file :
                List.of(files.result(), files.html(), files.latencyChart(), files.candidate(), files.requests())) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                problems.add("result of an earlier run could not be deleted: " + Visible.text(e.toString()));
            }
        }
        return problems;
    }

    private static boolean isComparable(Report report) {
        return report.mayBeStored() && report.plan().baseline().compares();
    }
}
