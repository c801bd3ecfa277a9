package io.github.llmperf.build;

import io.github.llmperf.build.forge.GitHubStepSummary;
import io.github.llmperf.build.page.Summary;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.publish.JudgedRun;
import io.github.llmperf.publish.Publisher;
import io.github.llmperf.report.model.Report;
import java.io.IOException;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Rebuilds the summaries at once, for a build that ends before {@link LlmPerfExecutionListener} gets its turn.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class SummaryPublisher implements Publisher {

    private final NanoClock clock;
    private final GitHubStepSummary stepSummary;

    /** Called by {@link java.util.ServiceLoader}. */
    public SummaryPublisher() {
        this(NanoClock.SYSTEM, GitHubStepSummary.ofEnvironment());
    }

    /** Makes the publisher. */
    public SummaryPublisher(NanoClock clock, GitHubStepSummary stepSummary) {
        this.clock = clock;
        this.stepSummary = stepSummary;
    }

    @Override
    public void publish(JudgedRun run) throws IOException {
        if (!run.isLastOfBuild()) {
            return;
        }
        Report report = run.report();
        Summary summary = new SummaryFile(report.plan().output().directory(), clock).rebuild();
        stepSummary.write(report.plan().output().directory(), summary);
    }
}
