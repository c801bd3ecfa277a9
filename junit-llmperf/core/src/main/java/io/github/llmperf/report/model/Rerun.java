package io.github.llmperf.report.model;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.Remark;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What earlier runs of the same test in the same build came to, where a build tool runs a failed test again.
 *
 * @param number of this run within the build, 2 or more
 * @param verdict of the first run of the build
 * @param earlier those of the earlier runs that can be compared, in their order; each as it would be stored
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Rerun(int number, Verdict verdict, String reason, List<BaselineRun> earlier) {

    /** Copies the list. */
    public Rerun {
        earlier = List.copyOf(earlier);
    }

    /**
     * Adds a finding that this is a re-run.
     *
     * @return the same with what the first run came to
     */
    public Judgement tell(Judgement judgement) {
        boolean compared = judgement.findings().stream().anyMatch(Finding.Comparison.class::isInstance);
        return judgement.with(new Remark.Rerun(number, compared ? earlier.size() + 1 : 0));
    }

    /** Returns the beginning of the reason. */
    String first() {
        return "re-run: the first run of this build was " + verdict.words() + " (" + reason + ")";
    }
}
