package io.github.llmperf.publish;

import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.text.VisibleText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Brings a report to several places; one that fails hinders neither the others nor the verdict. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Publishers {

    private Publishers() {}

    /**
     * Publishes a run everywhere.
     *
     * @param publishers where to, in order
     * @return a sentence for each place that could not be reached; empty when all went well
     */
    public static List<String> publishAll(JudgedRun run, List<Publisher> publishers) {
        Report report = run.report();
        List<String> problems = new ArrayList<>();
        for (Publisher publisher : publishers) {
            try {
                publisher.publish(run);
            } catch (IOException | RuntimeException | LinkageError e) {
                String text = new SafeText(report).of(e.toString());
                problems.add("report is incomplete, the verdict stands: "
                        + publisher.getClass().getSimpleName()
                        + " failed with " + VisibleText.text(text) + "; results lie under llmperf.output = "
                        + VisibleText.text(report.plan().output().directory().toString()));
            }
        }
        return problems;
    }
}
