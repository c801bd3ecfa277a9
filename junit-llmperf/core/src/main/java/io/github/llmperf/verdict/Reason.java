package io.github.llmperf.verdict;

import io.github.llmperf.metric.Direction;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Finding.Sla;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The whole verdict in one line: all broken limits, the worst regression, or what would decide. */
final class Reason {

    private Reason() {}

    /** Returns the line; the findings are sorted, worst first. */
    static String of(Verdict verdict, List<Finding> findings, BaselinePolicy policy) {
        String reason = of(verdict, findings, policy.alpha());
        return reason + weakness(verdict, findings) + acceptance(findings);
    }

    /** Returns what a run that cannot be judged looks like; empty when nothing of it looks bad. */
    static Optional<String> ifItCounted(List<Finding> findings, double alpha) {
        return Stream.of(Verdict.SLA_VIOLATED, Verdict.REGRESSION)
                .filter(worse -> findings.stream().anyMatch(finding -> finding.verdict() == worse))
                .findFirst()
                .map(worse -> "the numbers, which do not count, would be " + worse.words() + ": "
                        + of(worse, findings, alpha));
    }

    /** A verdict that rests on next to nothing says so where it is told. */
    private static String weakness(Verdict verdict, List<Finding> findings) {
        Verdict compared = verdict == Verdict.SLA_VIOLATED ? Verdict.REGRESSION : verdict;
        return compared != Verdict.REGRESSION && compared != Verdict.IMPROVED && compared != Verdict.PASS
                ? ""
                : comparisons(findings, compared)
                        .filter(c -> c.measure().metric() != Metric.ERROR_RATE)
                        .flatMap(c -> ComparisonText.weakness(c).stream())
                        .findFirst()
                        .map("; "::concat)
                        .orElse("");
    }

    private static String of(Verdict verdict, List<Finding> findings, double alpha) {
        return switch (verdict) {
            case ERROR, INVALID, NO_BASELINE -> texts(findings, verdict);
            case SLA_VIOLATED -> {
                List<String> parts = new ArrayList<>(List.of(texts(findings, verdict)));
                if (comparisons(findings, Verdict.REGRESSION).findAny().isPresent()) {
                    parts.add(Verdict.REGRESSION.words() + ": " + changes(findings, Verdict.REGRESSION));
                }
                yield String.join("; ", parts);
            }
            case REGRESSION, IMPROVED -> changes(findings, verdict);
            case UNDECIDED -> undecided(findings, alpha);
            case PASS -> passed(findings);
        };
    }

    private static String texts(List<Finding> findings, Verdict verdict) {
        return findings.stream()
                .filter(finding -> finding.verdict() == verdict)
                .map(Finding::text)
                .collect(Collectors.joining("; "));
    }

    /** Returns what came to a verdict by itself: what was accepted did not. */
    private static Stream<Comparison> comparisons(List<Finding> findings, Verdict verdict) {
        return findings.stream()
                .filter(Comparison.class::isInstance)
                .map(Comparison.class::cast)
                .filter(comparison -> comparison.verdict() == verdict && !comparison.isAccepted());
    }

    /** Returns the first comparison with its numbers, the others shortly. */
    private static String changes(List<Finding> findings, Verdict verdict) {
        List<Comparison> all = comparisons(findings, verdict).toList();
        String also = all.stream().skip(1).map(Reason::named).collect(Collectors.joining(", "));
        return (verdict == Verdict.REGRESSION ? drift(all.get(0)) : "")
                + numbers(all.get(0))
                + (also.isEmpty() ? "" : "; also " + also);
    }

    private static String drift(Comparison c) {
        return c.against().isAnchor() && !Double.isNaN(c.candidate())
                ? "drifted since " + c.against().name() + ": "
                : "";
    }

    private static String undecided(List<Finding> findings, double alpha) {
        List<Comparison> all = comparisons(findings, Verdict.UNDECIDED).toList();
        Comparison first = all.get(0);
        String also = all.stream().skip(1).map(Reason::named).collect(Collectors.joining(", "));
        if (Double.isNaN(first.candidate())) {
            return first.text() + (also.isEmpty() ? "" : "; also undecided: " + also);
        }
        return numbers(first)
                + (Sensitivity.isLikelyWorse(first)
                        ? " is likely worse by more than the " + allowed(first) + " allowed, but "
                                + ComparisonText.notSure(first)
                        : " leaves a worsening of " + allowed(first) + " possible")
                + (also.isEmpty() ? "" : "; likewise " + also)
                + "; "
                + (Disagreement.of(first, findings, alpha)
                        ? "the trials disagree, so that a new run must decide"
                        : ComparisonText.remedy(first));
    }

    private static String allowed(Comparison c) {
        return c.measure().metric() == Metric.ERROR_RATE ? "1 percentage point" : Words.percent(c.tolerance());
    }

    private static String passed(List<Finding> findings) {
        long limits = findings.stream().filter(Sla.class::isInstance).count();
        List<Comparison> all = comparisons(findings, Verdict.PASS)
                .filter(c -> c.measure().metric() != Metric.ERROR_RATE)
                .toList();
        StringJoiner text = new StringJoiner("; ");
        text.add(Words.count(limits, "limit") + " met");
        addPassed(text, all.stream().filter(c -> !c.against().isAnchor()).toList());
        addPassed(text, all.stream().filter(c -> c.against().isAnchor()).toList());
        return text.toString();
    }

    private static void addPassed(StringJoiner text, List<Comparison> all) {
        if (!all.isEmpty()) {
            Comparison first = all.get(0);
            text.add("no worse than " + first.against().count(first.runs()) + ": "
                    + all.stream().map(Reason::brief).collect(Collectors.joining(", ")));
        }
    }

    /** What was waved through belongs into the first line, whatever else is said there. */
    static String acceptance(List<Finding> findings) {
        List<Comparison> accepted = findings.stream()
                .filter(Comparison.class::isInstance)
                .map(Comparison.class::cast)
                .filter(Comparison::isAccepted)
                .toList();
        return accepted.isEmpty()
                ? ""
                : "; accepted (" + accepted.get(0).accepted().orElseThrow() + "): "
                        + Words.count(accepted.size(), "regression");
    }

    private static String numbers(Comparison c) {
        return Double.isNaN(c.candidate()) ? c.text() : ComparisonText.numbers(c);
    }

    private static String brief(Comparison c) {
        return c.measure() + " " + (Double.isNaN(c.candidate()) ? without(c) : ComparisonText.change(c));
    }

    private static String without(Comparison c) {
        return c.verdict() == Verdict.UNDECIDED ? "without samples in some trials" : "without samples";
    }

    /** Returns a comparison shortly; one with an anchor says so. */
    private static String named(Comparison c) {
        return brief(c) + (c.against().isAnchor() ? " since " + c.against().name() : "");
    }

    /** Returns by how much a measure became worse, whichever way it moves; infinite when it is gone. */
    static double worsening(Comparison c) {
        if (Double.isNaN(c.candidate())) {
            return Double.POSITIVE_INFINITY;
        }
        return c.measure().metric().better() == Direction.HIGHER ? 1 / (1 + c.change()) - 1 : c.change();
    }
}
