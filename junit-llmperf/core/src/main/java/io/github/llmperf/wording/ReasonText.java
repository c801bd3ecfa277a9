package io.github.llmperf.wording;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Finding.Sla;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.MissingReference;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.verdict.Remark;
import io.github.llmperf.verdict.Sensitivity;
import io.github.llmperf.verdict.TrialDisagreement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The whole verdict in one line: all broken limits, the worst regression, or what would decide. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ReasonText {

    private ReasonText() {}

    /** Says what a run came to. */
    public static String of(Judgement judgement) {
        Optional<Finding.Capacity> search = judgement.findings().stream()
                .filter(Finding.Capacity.class::isInstance)
                .map(Finding.Capacity.class::cast)
                .findFirst();
        if (search.isPresent()) {
            return ofSearch(search.get(), judgement);
        }
        Verdict verdict = judgement.verdict();
        return told(verdict, judgement.findings(), judgement.alpha())
                + (verdict == Verdict.INVALID ? retries(judgement.findings()) : "")
                + barred(verdict, judgement.findings())
                + (verdict == Verdict.SLA_VIOLATED && judgement.endedEarly().isPresent()
                        ? "; ended early after "
                                + Numbers.number(judgement.endedEarly().getAsDouble()) + " s"
                        : "");
    }

    /**
     * Returns whether the line has a whole finding in it.
     *
     * @return true where it need not be said again
     */
    public static boolean tells(Judgement judgement, Finding finding) {
        return switch (judgement.verdict()) {
            case ERROR, INVALID, NO_BASELINE, SLA_VIOLATED ->
                finding.verdict() == judgement.verdict() || isToldAnyway(finding);
            default -> isToldAnyway(finding);
        };
    }

    private static boolean isToldAnyway(Finding finding) {
        return finding instanceof Finding.Capacity
                || (finding instanceof Finding.NotComparable none && isToldAnyway(none.gap()));
    }

    /** Who asked for an anchor must not take the test for guarded by it, nor for guarded in measures that are barred. */
    private static boolean isToldAnyway(MissingReference gap) {
        return gap.isOfAnchor() || gap.isOfAnswers();
    }

    private static String told(Verdict verdict, List<Finding> findings, double alpha) {
        return of(verdict, findings, alpha) + weakness(verdict, findings) + acceptance(findings);
    }

    /** A search tells what it found, and how that compares with what earlier ones found. */
    private static String ofSearch(Finding.Capacity search, Judgement judgement) {
        String sentence = FindingText.of(search);
        List<Finding> guard = judgement.findings().stream()
                .filter(finding -> finding instanceof Comparison
                        || finding instanceof Finding.NotComparable
                        || finding instanceof Finding.Uncompared)
                .toList();
        Verdict compared = guard.stream().map(Finding::verdict).reduce(Verdict.PASS, Verdict::and);
        if (compared == Verdict.PASS) {
            return sentence + acceptance(guard);
        }
        String reason = told(compared, guard, judgement.alpha());
        return compared == Verdict.REGRESSION ? reason + "; " + sentence : sentence + "; " + reason;
    }

    /** That waiting for a calmer machine did not help belongs to what made the run one that cannot be judged. */
    private static String retries(List<Finding> findings) {
        return findings.stream()
                .flatMap(finding -> finding instanceof Finding.Note note
                                && note.remark() instanceof Remark.Retried before
                        ? Stream.of("; after " + retries(before.givenUp().size()))
                        : Stream.of())
                .collect(Collectors.joining());
    }

    private static String retries(int number) {
        return number == 1 ? "1 retry" : number + " retries";
    }

    private static String barred(Verdict verdict, List<Finding> findings) {
        return verdict == Verdict.NO_BASELINE
                ? ""
                : findings.stream()
                        .filter(finding -> finding instanceof Finding.NotComparable none && isToldAnyway(none.gap()))
                        .map(finding -> "; " + FindingText.of(finding))
                        .collect(Collectors.joining());
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

    static String of(Verdict verdict, List<Finding> findings, double alpha) {
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
                .map(FindingText::of)
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
        String also = all.stream().skip(1).map(ReasonText::named).collect(Collectors.joining(", "));
        return (verdict == Verdict.REGRESSION ? drift(all.get(0)) : "")
                + numbers(all.get(0))
                + (also.isEmpty() ? "" : "; also " + also);
    }

    private static String drift(Comparison c) {
        return isOfAnchor(c) && !c.isMissing() ? "drifted since " + c.against().name() + ": " : "";
    }

    private static String undecided(List<Finding> findings, double alpha) {
        List<Comparison> all = comparisons(findings, Verdict.UNDECIDED)
                .filter(c -> !c.hasFewSamples())
                .toList();
        String lacking = findings.stream()
                .filter(finding -> finding.verdict() == Verdict.UNDECIDED)
                .flatMap(finding -> ComparisonText.lack(finding).stream())
                .distinct()
                .collect(Collectors.joining("; "));
        return Stream.of(all.isEmpty() ? "" : undecided(all, findings, alpha), lacking)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    private static String undecided(List<Comparison> all, List<Finding> findings, double alpha) {
        Comparison first = all.get(0);
        String also = all.stream().skip(1).map(ReasonText::named).collect(Collectors.joining(", "));
        if (first.isMissing()) {
            return FindingText.of(first) + (also.isEmpty() ? "" : "; also undecided: " + also);
        }
        return numbers(first)
                + (Sensitivity.isLikelyWorse(first)
                        ? " is likely worse by more than the " + allowed(first) + " allowed, but "
                                + ComparisonText.notSure(first)
                        : " leaves a worsening of " + allowed(first) + " possible")
                + (also.isEmpty() ? "" : "; likewise " + also)
                + "; "
                + (TrialDisagreement.of(first, findings, alpha)
                        ? "the trials disagree, so that a new run must decide"
                        : ComparisonText.remedy(first));
    }

    private static String allowed(Comparison c) {
        return ComparisonText.allowed(c.subject());
    }

    private static boolean isOfAnchor(Comparison c) {
        return c.against().kind() == Reference.Kind.ANCHOR;
    }

    private static String passed(List<Finding> findings) {
        long limits = findings.stream().filter(Sla.class::isInstance).count();
        List<Comparison> all = comparisons(findings, Verdict.PASS)
                .filter(c -> c.measure().metric() != Metric.ERROR_RATE)
                .toList();
        StringJoiner text = new StringJoiner("; ");
        text.add(Numbers.count(limits, "limit") + " met");
        addPassed(text, all.stream().filter(c -> !isOfAnchor(c)).toList());
        addPassed(text, all.stream().filter(c -> isOfAnchor(c)).toList());
        return text.toString();
    }

    private static void addPassed(StringJoiner text, List<Comparison> all) {
        if (!all.isEmpty()) {
            Comparison first = all.get(0);
            text.add("no worse than "
                    + ReferenceText.count(first.against(), first.evidence().runs()) + ": "
                    + all.stream().map(ReasonText::brief).collect(Collectors.joining(", ")));
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
                        + Numbers.count(accepted.size(), "regression");
    }

    private static String numbers(Comparison c) {
        return c.isTested() ? ComparisonText.numbers(c) : FindingText.of(c);
    }

    private static String brief(Comparison c) {
        return c.measure() + " " + (c.isMissing() ? without(c) : ComparisonText.change(c));
    }

    private static String without(Comparison c) {
        return c.verdict() == Verdict.UNDECIDED ? "without samples in some trials" : "without samples";
    }

    /** Returns a comparison shortly; one with an anchor says so. */
    private static String named(Comparison c) {
        return brief(c) + (isOfAnchor(c) ? " since " + c.against().name() : "");
    }
}
