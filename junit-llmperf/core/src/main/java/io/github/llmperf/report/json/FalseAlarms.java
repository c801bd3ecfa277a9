package io.github.llmperf.report.json;

import io.github.llmperf.report.model.Report;
import io.github.llmperf.verdict.Finding;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The chance that a build without a change is reported as a regression. Each compared test may err with its alpha, so
 * with many tests one of them will: 1 − Π (1 − αᵢ), an upper bound, since a regression must also be as large as
 * tolerated.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class FalseAlarms {

    private FalseAlarms() {}

    /** Returns the alpha of a test that was compared with anything; 0 for one that was not, or could not be judged. */
    public static double ofTest(Report report) {
        boolean compared = report.judgement().verdict().isJudged()
                && report.judgement().findings().stream().anyMatch(Finding.Comparison.class::isInstance);
        return compared ? report.plan().criteria().baseline().guard().alpha() : 0;
    }
}
