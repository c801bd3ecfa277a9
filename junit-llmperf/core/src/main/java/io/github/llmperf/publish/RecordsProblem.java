package io.github.llmperf.publish;

import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.report.text.VisibleText;
import java.util.function.Consumer;

/** Says that full records could not be written, and where what there is of them lies. */
record RecordsProblem(LoadPlan plan, ResultFiles files, Consumer<String> say) {

    void tell(Throwable cause) {
        String why = plan.target().maskSecrets(cause.toString());
        say.accept("records are incomplete, the verdict stands: writing "
                + VisibleText.text(files.unfinishedRequests().toString()) + " failed with " + VisibleText.text(why)
                + "; make room, set llmperf.output to another directory, or llmperf.records to summary");
    }
}
