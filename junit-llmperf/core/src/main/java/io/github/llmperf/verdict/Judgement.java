package io.github.llmperf.verdict;

import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The verdict on a run and what it rests on.
 *
 * @param verdict the worst of the findings
 * @param reason the verdict in one line, with the numbers that decided
 * @param findings everything that was looked at, worst first
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Judgement(Verdict verdict, String reason, List<Finding> findings) {

    /** Copies the list. */
    public Judgement {
        findings = List.copyOf(findings);
    }

    /**
     * Tells whether something that was to be compared could not be, also where another finding decides the verdict.
     *
     * @return true if a measure, all of them or the anchor had nothing to be compared with
     */
    public boolean lacksBaseline() {
        return findings.stream().anyMatch(Finding.NotComparable.class::isInstance);
    }
}
