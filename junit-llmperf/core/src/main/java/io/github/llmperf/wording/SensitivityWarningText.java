package io.github.llmperf.wording;

import io.github.llmperf.baseline.BaselineStore;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.verdict.Sensitivity;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Warns about a test whose noise hides regressions: such a gate always passes. */
@API(status = Status.INTERNAL, since = "0.1")
public final class SensitivityWarningText {

    private SensitivityWarningText() {}

    /** Returns the warning, one for all measures of a test; empty where each can see what it guards, or has seen something. */
    public static Optional<String> of(Judgement judgement) {
        List<Comparison> blind = judgement.findings().stream()
                .filter(Comparison.class::isInstance)
                .map(Comparison.class::cast)
                .filter(c -> c.verdict() == Verdict.UNDECIDED && Sensitivity.isBlind(c))
                .sorted(Comparator.comparingDouble(SensitivityWarningText::blindness)
                        .reversed())
                .toList();
        return blind.stream().findFirst().map(worst -> text(worst, blind.size() - 1));
    }

    private static double blindness(Comparison c) {
        return c.evidence().detectable() / c.subject().tolerance();
    }

    private static String text(Comparison worst, int others) {
        return "this test cannot detect what it guards: it sees "
                + SensitivityText.seen(worst, SubjectText.of(worst.subject())) + ", and "
                + Figures.part(worst.subject().tolerance())
                + " is tolerated"
                + (others == 0 ? "" : ", and likewise " + Figures.count(others, "other measure")) + "; "
                + remedy(worst);
    }

    private static String remedy(Comparison c) {
        boolean paired = c.against().kind() == Reference.Kind.TARGET;
        int more = c.evidence().runsNeeded() - c.evidence().runs();
        if (more > 0) {
            return (paired ? Numbers.count(more, "more pair") : more + " more " + ReferenceText.noun(c.against(), more))
                    + " would do";
        }
        return c.evidence().runs() < BaselineStore.FEW && !paired
                ? "record more runs, with so few their noise is hardly known"
                : "quieten the environment, measure longer, or widen the tolerance in @Baseline";
    }
}
