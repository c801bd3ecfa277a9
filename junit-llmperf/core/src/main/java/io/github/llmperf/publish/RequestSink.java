package io.github.llmperf.publish;

import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.report.json.RequestLines;
import java.io.IOException;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Takes each request of a run as it ends, with its text, which nobody holds afterwards. What cannot be written is told in
 * a sentence and changes no verdict.
 */
@API(status = Status.INTERNAL, since = "0.1")
public interface RequestSink extends LoadProgress, AutoCloseable {

    /**
     * Opens the place that a plan's requests go to: {@code requests.jsonl.gz} for full records, else none.
     *
     * @param say told once when the file cannot be written
     */
    static RequestSink of(LoadPlan plan, Consumer<String> say) {
        if (!plan.output().fullRecords()) {
            return new NoRequests();
        }
        ResultFiles files = ResultFiles.forScenario(plan.output().directory(), plan.scenario());
        RecordsProblem problem = new RecordsProblem(plan, files, say);
        try {
            RequestFile file = RequestFile.create(files, new RequestLines(plan.target()), System::nanoTime);
            return RequestQueue.start(file, files, problem);
        } catch (IOException e) {
            problem.tell(e);
            return new NoRequests();
        }
    }

    /** Waits until all is written and puts the file in its place; what ends later is ignored. */
    @Override
    void close();
}
