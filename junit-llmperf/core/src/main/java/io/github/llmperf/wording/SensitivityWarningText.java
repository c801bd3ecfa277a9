package io.github.llmperf.wording;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.verdict.Sensitivity;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Warns about a test whose noise hides regressions: such a gate always passes. */
@API(status = Status.INTERNAL, since = "0.1")
public final class SensitivityWarningText {

    private SensitivityWarningText() {}

    /**
     * Returns the warning, one for all measures of a test.
     *
     * @return empty where each can see what it guards; a measure that was seen to be worse is not among them, whatever else
     *     it was compared with
     */
    public static Optional<String> of(Judgement judgement) {
        List<Comparison> all = judgement.findings().stream()
                .filter(Comparison.class::isInstance)
                .map(Comparison.class::cast)
                .toList();
        Set<Measure> seen = all.stream()
                .filter(c -> c.found() == Verdict.REGRESSION)
                .map(Comparison::measure)
                .collect(Collectors.toSet());
        List<Comparison> blind = all.stream()
                .filter(c -> c.verdict() == Verdict.UNDECIDED && !seen.contains(c.measure()) && Sensitivity.isBlind(c))
                .sorted(Comparator.comparingDouble(SensitivityWarningText::blindness)
                        .reversed())
                .toList();
        return blind.stream().findFirst().map(worst -> text(worst, blind.subList(1, blind.size())));
    }

    private static double blindness(Comparison c) {
        return c.evidence().detectable() / c.subject().tolerance();
    }

    private static String text(Comparison worst, List<Comparison> others) {
        List<String> names =
                others.stream().map(c -> SubjectText.of(c.subject())).toList();
        return "this test cannot detect what it guards in " + SubjectText.of(worst.subject()) + ": it sees "
                + SensitivityText.seenFrom(worst) + ", and "
                + Figures.part(worst.subject().tolerance()) + " is tolerated"
                + (names.isEmpty() ? "" : "; likewise in " + SensitivityText.listed(names))
                + (worst.evidence().spread().isAssumed()
                        ? "; how much runs differ is " + SpreadText.assumption(worst)
                        : "")
                + "; " + remedy(worst);
    }

    private static String remedy(Comparison c) {
        boolean paired = c.against().kind() == Reference.Kind.TARGET;
        int more = c.evidence().runsNeeded() - c.evidence().runs();
        if (more > 0) {
            return (paired ? Numbers.count(more, "more pair") : more + " more " + ReferenceText.noun(c.against(), more))
                    + " would do";
        }
        return c.evidence().spread().isAssumed()
                ? "record more runs"
                : "quieten the environment, measure longer, or widen the tolerance in @Baseline";
    }
}
