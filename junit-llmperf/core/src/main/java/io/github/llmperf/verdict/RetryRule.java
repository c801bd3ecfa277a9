package io.github.llmperf.verdict;

import io.github.llmperf.metric.Verdict;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Whether another try may heal a test that cannot be judged. Waiting heals a busy machine only: a server that is not
 * steady, prompts from a cache or too few requests come again, and who interrupts a build wants it to end.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class RetryRule {

    private RetryRule() {}

    /**
     * Returns whether a test is worth another try. Never one of which a load has failed: a retry is no second chance.
     *
     * @param loads what each of its loads came to, one at least
     * @return true if a busy machine, and nothing that stays, keeps a load from being judged
     */
    public static boolean wantsAnother(List<Judgement> loads) {
        return loads.stream().anyMatch(RetryRule::isHealable)
                && loads.stream()
                        .allMatch(load -> load.verdict().compareTo(Verdict.REGRESSION) < 0 || isHealable(load));
    }

    private static boolean isHealable(Judgement load) {
        List<Finding> doubts = load.findings().stream()
                .filter(finding -> finding.verdict() == Verdict.INVALID)
                .toList();
        return load.verdict() == Verdict.INVALID
                && doubts.stream().anyMatch(RetryRule::isOfBusyMachine)
                && doubts.stream().allMatch(doubt -> isOfBusyMachine(doubt) || isUnsteady(doubt));
    }

    private static boolean isOfBusyMachine(Finding doubt) {
        return doubt instanceof Finding.Validity validity && validity.cause().isOfBusyMachine();
    }

    /** Beside a busy machine it heals with it: latencies rise and fall when other programs come and go. */
    private static boolean isUnsteady(Finding doubt) {
        return doubt instanceof Finding.Validity validity && validity.cause() instanceof Cause.NotSteady;
    }
}
