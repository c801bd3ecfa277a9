package io.github.llmperf.wording;

import io.github.llmperf.baseline.BaselineStore;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.ComparisonDetail;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.verdict.Sensitivity;
import io.github.llmperf.verdict.Subject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** A comparison in words: what was measured, what follows, and how much it can tell. */
final class ComparisonText {

    private static final String ONLY = "more trials, a steadier environment or a wider tolerance";

    private ComparisonText() {}

    /** Returns measure, value and baseline: {@code tpot.p50 41.2 ms against 20.1 ms}, of an anchor with its name. */
    static String pair(Comparison c) {
        Measure measure = c.measure();
        return measure + (c.subject().wholeRun() ? " over the whole run " : " ")
                + Numbers.quantity(c.values().candidate(), measure.metric()) + " against "
                + Numbers.quantity(c.values().baseline(), measure.metric())
                + (c.against().kind() != Reference.Kind.STORED_RUNS
                        ? " of " + c.against().name()
                        : "");
    }

    private static boolean isPaired(Comparison c) {
        return c.against().kind() == Reference.Kind.TARGET;
    }

    /** Returns the change with its sign, of the error rate in percentage points. */
    static String change(Comparison c) {
        return ChangeText.of(c.measure(), c.subject().tolerance(), c.values()).value();
    }

    /** Returns value, baseline, change, its interval and what they rest on. */
    static String numbers(Comparison c) {
        String interval = c.measure().metric() == Metric.ERROR_RATE
                ? ""
                : "90 % interval " + Numbers.change(c.values().changeLow()) + " to "
                        + Numbers.change(c.values().changeHigh()) + "; ";
        return pair(c) + ", " + change(c) + " (" + interval + "n="
                + String.format(Locale.ROOT, "%,d", c.evidence().n()) + ", " + basis(c) + ")";
    }

    /** Returns how much a comparison rests on: {@code 10 stored runs}, {@code mean of 8 pairs}. */
    private static String basis(Comparison c) {
        if (isPaired(c)) {
            // Failures of all pairs are counted together; of latencies and rates the pairs are averaged.
            return (c.measure().metric() == Metric.ERROR_RATE ? "" : "mean of ")
                    + Numbers.count(c.evidence().runs(), "pair");
        }
        return (c.evidence().trials() > 1
                        ? "mean of " + Numbers.count(c.evidence().trials(), "trial") + ", "
                        : "")
                + ReferenceText.count(c.against(), c.evidence().runs());
    }

    /** Returns the whole finding. */
    static String of(Comparison c) {
        return c.accepted().map(reason -> "accepted (" + reason + "): ").orElse("") + whole(c);
    }

    private static String whole(Comparison c) {
        ComparisonDetail standing = c.evidence().standing();
        if (standing instanceof ComparisonDetail.Missing missing) {
            return missing(c, missing);
        }
        if (standing instanceof ComparisonDetail.Collapsed) {
            return collapsed(c);
        }
        if (standing instanceof ComparisonDetail.FewSamples few) {
            return numbers(c) + ": " + few(c, few);
        }
        if (standing instanceof ComparisonDetail.Immaterial) {
            return numbers(c) + ": less than 1 percentage point or 3 failures apart";
        }
        String allowed = allowed(c.subject());
        StringJoiner text = new StringJoiner("; ");
        text.add(numbers(c) + ": " + conclusion(c, allowed));
        if (c.measure().metric() != Metric.ERROR_RATE) {
            // What was seen needs no word on what could be.
            text.add((isPaired(c) ? "pair-to-pair sd " : "run-to-run sd ")
                    + SpreadText.of(c)
                    + (c.found() == Verdict.REGRESSION ? "" : ", detects " + SensitivityText.seen(c)));
            addNeeded(text, c, allowed);
        }
        text.add(standing(c, standing));
        weakness(c).ifPresent(text::add);
        return text.toString();
    }

    private static String standing(Comparison c, ComparisonDetail standing) {
        if (standing instanceof ComparisonDetail.Ranked ranked) {
            return RankText.of(ranked.rank(), c);
        }
        if (standing instanceof ComparisonDetail.InPairs pairs) {
            return PairedText.sign(c, pairs.worse());
        }
        throw MissingWording.of(standing);
    }

    /** Returns what a guarded measure lacks to be decided, shortly; empty where it lacks nothing. */
    static Optional<String> lack(Finding finding) {
        if (finding instanceof Finding.Uncompared) {
            return Optional.of(FindingText.of(finding));
        }
        return finding instanceof Comparison c && c.evidence().standing() instanceof ComparisonDetail.FewSamples few
                ? Optional.of(c.measure() + " is not decided: it takes " + Numbers.count(few.needed(), "sample")
                        + ", and there " + (few.n() == 1 ? "is 1" : "are " + few.n()))
                : Optional.empty();
    }

    private static String few(Comparison c, ComparisonDetail.FewSamples few) {
        return c.found() == Verdict.REGRESSION
                ? "worse by a factor of 2 or more, and even " + Numbers.count(few.n(), "sample") + " can tell that"
                : "it takes " + Numbers.count(few.needed(), "sample") + " to decide";
    }

    private static String collapsed(Comparison c) {
        return "answers are " + Numbers.number(Math.round(c.values().candidate() * 10) / 10.)
                + " tokens long on average, less than half of "
                + Numbers.number(Math.round(c.values().baseline() * 10) / 10.) + " in "
                + (isPaired(c)
                        ? c.against().name()
                        : ReferenceText.count(c.against(), c.evidence().runs()))
                + ": a server that breaks off is no faster";
    }

    private static String missing(Comparison c, ComparisonDetail.Missing missing) {
        String was = Numbers.quantity(c.values().baseline(), c.measure().metric());
        return c.measure() + " has no samples"
                + trials(missing.trials(), c.evidence().trials()) + ", but is guarded and "
                + (isPaired(c)
                        ? "is " + was + " on " + c.against().name()
                        : "was " + was + " in "
                                + ReferenceText.count(c.against(), c.evidence().runs()));
    }

    /** Names the trials without samples: {@code in trial 2 of 3}, {@code in trials 1 and 3 of 3}. */
    private static String trials(List<Integer> missing, int all) {
        if (missing.isEmpty()) {
            return "";
        }
        String numbers = missing.stream().map(String::valueOf).collect(Collectors.joining(" and "));
        return " in " + (missing.size() == 1 ? "trial " : "trials ") + numbers + " of " + all;
    }

    /** Returns how much worse a measure may become: {@code 10 %}, {@code 2 ms}, {@code 1 percentage point}. */
    static String allowed(Subject subject) {
        Metric metric = subject.measure().metric();
        if (metric == Metric.ERROR_RATE) {
            return "1 percentage point";
        }
        return subject.unnoticed().isPresent()
                ? new Quantity(subject.unnoticed().getAsDouble(), metric.unit()).toString()
                : Numbers.setting(subject.tolerance());
    }

    /** Says that hardly anything is known of how much runs differ; empty where enough is. */
    static Optional<String> weakness(Comparison c) {
        if (c.evidence().runs() >= BaselineStore.FEW || isPaired(c)) {
            return Optional.empty();
        }
        return Optional.of(
                c.against().kind() == Reference.Kind.ANCHOR
                        ? "weak anchor: tag " + BaselineStore.FEW + " runs or more"
                        : "weak baseline: record " + BaselineStore.FEW + " runs or more");
    }

    static String conclusion(Comparison c, String allowed) {
        if (c.against().kind() == Reference.Kind.ANCHOR) {
            String since = " since " + c.against().name();
            return Sensitivity.isLikelyWorse(c)
                    ? "likely drifted by more than the " + allowed + " allowed" + since + ", but " + notSure(c)
                    : drift(c.found(), allowed) + since;
        }
        return switch (c.found()) {
            case REGRESSION -> "worse by more than the " + allowed + " allowed";
            case IMPROVED -> "better by more than " + allowed;
            case UNDECIDED ->
                Sensitivity.isLikelyWorse(c)
                        ? "likely worse by more than the " + allowed + " allowed, but " + notSure(c)
                        : "a worsening of " + allowed + " cannot be excluded";
            default -> "not worse by " + allowed + " or more";
        };
    }

    /** The interval holds nine of ten cases; what fails a build must be surer. */
    static String notSure(Comparison c) {
        return "a regression must be surer than its 90 % interval"
                + (c.evidence().trials() > 1 ? ", and show in every trial" : "");
    }

    private static String drift(Verdict verdict, String allowed) {
        return switch (verdict) {
            case REGRESSION -> "drifted by more than the " + allowed + " allowed";
            case IMPROVED -> "better by more than " + allowed;
            case UNDECIDED -> "cannot exclude a drift of " + allowed;
            default -> "not drifted by " + allowed + " or more";
        };
    }

    private static void addNeeded(StringJoiner text, Comparison c, String allowed) {
        if (isPaired(c)) {
            PairedText.addNeeded(text, c, allowed);
            return;
        }
        if (c.found() == Verdict.REGRESSION) {
            return; // it was seen
        }
        if (c.evidence().runsNeeded() < 0) {
            text.add(SensitivityText.blindness(c, allowed) + withoutEnd(c, allowed));
        } else if (Sensitivity.isBlind(c)) {
            text.add(SensitivityText.blindness(c, allowed) + "record more runs, " + needed(c) + " would make " + allowed
                    + " significant");
        } else if (c.evidence().runsNeeded() > c.evidence().runs()) {
            text.add(needed(c) + " would make " + allowed + " significant");
        }
    }

    private static String needed(Comparison c) {
        return ReferenceText.count(c.against(), c.evidence().runsNeeded());
    }

    /** The assumed noise alone would call for runs without end; how noisy they are shows from the third on. */
    private static String withoutEnd(Comparison c, String allowed) {
        return c.evidence().runs() < BaselineStore.FEW
                ? "record more runs, their noise is hardly known yet"
                : (c.evidence().spread().isAssumed()
                                ? "at the noise of the " + c.evidence().runs() + " there are, "
                                : "at this noise ")
                        + ReferenceText.count(c.against(), BaselineStore.NEWEST)
                        + ", the most that are used, do not detect " + allowed + ", only " + ONLY + " helps";
    }

    /** Returns what would make an undecided comparison decided. */
    static String remedy(Comparison c) {
        if (isPaired(c)) {
            return PairedText.remedy(c);
        }
        if (c.evidence().runsNeeded() < 0 && c.evidence().runs() >= BaselineStore.FEW) {
            return "only " + ONLY + " would decide";
        }
        int more = c.evidence().runsNeeded() - c.evidence().runs();
        return more > 0
                ? "%s more %s would decide".formatted(more, ReferenceText.noun(c.against(), more))
                : "more %s or trials would decide".formatted(ReferenceText.noun(c.against(), 2));
    }
}
