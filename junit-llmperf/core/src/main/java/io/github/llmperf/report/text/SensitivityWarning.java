package io.github.llmperf.report.text;

import io.github.llmperf.baseline.BaselineStore;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.SensitivityText;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Warns about a test whose noise hides regressions: such a gate always passes. */
@API(status = Status.INTERNAL, since = "0.1")
public final class SensitivityWarning {

    /** A worsening of this many tolerances must be detectable; a young baseline is usually a little insensitive. */
    private static final double HOPELESS = 3;

    private SensitivityWarning() {}

    /** Returns the warning, one for all measures of a test; empty where each can see what it guards, or has seen something. */
    public static Optional<String> of(Judgement judgement) {
        List<Comparison> blind = judgement.findings().stream()
                .filter(Finding.Comparison.class::isInstance)
                .map(Finding.Comparison.class::cast)
                .filter(c -> c.verdict() == Verdict.UNDECIDED && c.measure().metric() != Metric.ERROR_RATE)
                .filter(c -> c.evidence().detectable() > HOPELESS * c.subject().tolerance())
                .sorted(Comparator.comparingDouble(SensitivityWarning::blindness)
                        .reversed())
                .toList();
        return blind.stream().findFirst().map(worst -> text(worst, blind.size() - 1));
    }

    private static double blindness(Comparison c) {
        return c.evidence().detectable() / c.subject().tolerance();
    }

    private static String text(Comparison worst, int others) {
        return "this test cannot detect what it guards: it sees "
                + SensitivityText.seen(worst, FindingRow.name(worst)) + ", and "
                + Figures.part(worst.subject().tolerance())
                + " is tolerated"
                + (others == 0 ? "" : ", and likewise " + Figures.count(others, "other measure")) + "; "
                + remedy(worst);
    }

    private static String remedy(Comparison c) {
        int more = c.evidence().runsNeeded() - c.evidence().runs();
        if (more > 0) {
            return more + " more " + things(c.against(), more) + " would do";
        }
        return c.evidence().runs() < BaselineStore.FEW && c.against().kind() != Reference.Kind.TARGET
                ? "record more runs, with so few their noise is hardly known"
                : "quieten the environment, measure longer, or widen the tolerance in @Baseline";
    }

    private static String things(Reference against, int number) {
        String plural = number == 1 ? "" : "s";
        return switch (against.kind()) {
            case STORED_RUNS -> "stored run" + plural;
            case ANCHOR -> "run" + plural + " of " + against.name();
            case TARGET -> "pair" + plural;
        };
    }
}
