package io.github.llmperf.verdict;

import io.github.llmperf.verdict.Finding.Note;
import io.github.llmperf.verdict.Remark.Advisory;
import io.github.llmperf.verdict.Remark.NotCompared;
import io.github.llmperf.verdict.Remark.NotComparedEndedEarly;
import io.github.llmperf.verdict.Remark.PairsEndedEarly;
import io.github.llmperf.verdict.Remark.WhyNot;
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
    public static List<Remark> in(Judgement judgement) {
        return judgement.findings().stream()
                .filter(Note.class::isInstance)
                .map(finding -> ((Note) finding).remark())
                .filter(Uncompared::isLack)
                .toList();
    }

    private static boolean isLack(Remark remark) {
        return remark instanceof Advisory
                || remark instanceof NotComparedEndedEarly
                || remark instanceof PairsEndedEarly
                || (remark instanceof NotCompared not && isLack(not.why()));
    }

    private static boolean isLack(WhyNot why) {
        if (why instanceof WhyNot.Rule rule) {
            return switch (rule) {
                case NO_SAMPLES, FEW_PAIRS -> true;
                case NOT_STREAMED, ONE_TOKEN, NO_DIRECTION, FIXED_RATE, OWN_RULE -> false;
            };
        }
        return why instanceof WhyNot.TooFew;
    }
}
