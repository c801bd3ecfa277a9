package io.github.llmperf.verdict;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Finding.Note;
import io.github.llmperf.verdict.Remark.NotComparedEndedEarly;
import io.github.llmperf.verdict.Remark.PairsEndedEarly;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Guarded measures that could not be compared, although their plan lets them be: the run or the stored ones lack samples.
 * What a plan makes meaningless, such as the output rate at a fixed request rate, is none of them.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class Uncompared {

    private Uncompared() {}

    /** Returns what says so, in the order of the findings. */
    public static List<Finding> in(Judgement judgement) {
        return judgement.findings().stream().filter(Uncompared::isLack).toList();
    }

    private static boolean isLack(Finding finding) {
        return finding instanceof Finding.Uncompared
                || (finding instanceof Comparison one && one.hasFewSamples() && one.verdict() == Verdict.UNDECIDED)
                || (finding instanceof Note note
                        && (note.remark() instanceof NotComparedEndedEarly
                                || note.remark() instanceof PairsEndedEarly));
    }
}
