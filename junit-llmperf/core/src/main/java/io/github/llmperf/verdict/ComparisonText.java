package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineStore;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.verdict.Finding.Comparison;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;

/** A comparison in words: what was measured, what follows, and how much it can tell. */
final class ComparisonText {

    static final double HOPELESS = 3;
    private static final String ONLY = "more trials, a steadier environment or a wider tolerance";

    private ComparisonText() {}

    /** Returns measure, value and baseline: {@code tpot.p50 41.2 ms against 20.1 ms}, of an anchor with its name. */
    static String pair(Comparison c) {
        Measure measure = c.measure();
        return measure + " " + Words.quantity(c.candidate(), measure.metric()) + " against "
                + Words.quantity(c.baseline(), measure.metric())
                + (c.against().isNamed() ? " of " + c.against().name() : "");
    }

    private static boolean isPaired(Comparison c) {
        return c.against().kind() == Reference.Kind.TARGET;
    }

    /** Returns the change with its sign, of the error rate in percentage points. */
    static String change(Comparison c) {
        return c.measure().metric() == Metric.ERROR_RATE
                ? Words.points(c.candidate() - c.baseline())
                : Words.change(c.change());
    }

    /** Returns value, baseline, change, its interval and what they rest on. */
    static String numbers(Comparison c) {
        String interval = c.measure().metric() == Metric.ERROR_RATE
                ? ""
                : "90 % interval " + Words.change(c.changeLow()) + " to " + Words.change(c.changeHigh()) + "; ";
        return pair(c) + ", " + change(c) + " (" + interval + "n=" + String.format(Locale.ROOT, "%,d", c.n()) + ", "
                + basis(c) + ")";
    }

    /** Returns how much a comparison rests on: {@code 10 stored runs}, {@code mean of 8 pairs}. */
    private static String basis(Comparison c) {
        if (isPaired(c)) {
            // Failures of all pairs are counted together; of latencies and rates the pairs are averaged.
            return (c.measure().metric() == Metric.ERROR_RATE ? "" : "mean of ") + Words.count(c.runs(), "pair");
        }
        return (c.trials() > 1 ? "mean of " + Words.count(c.trials(), "trial") + ", " : "")
                + c.against().count(c.runs());
    }

    /** Returns the whole finding. */
    static String whole(Comparison c, Compared compared) {
        StringJoiner text = new StringJoiner("; ");
        text.add(numbers(c) + ": " + conclusion(c, compared.allowed()));
        if (c.measure().metric() != Metric.ERROR_RATE) {
            text.add("run-to-run sd " + Words.percent(c.runToRunSd()) + (c.runs() == 1 ? " (assumed)" : "")
                    + ", detects " + Sensitivity.seen(c));
            addNeeded(text, c, compared.allowed());
        }
        text.add(compared.standing().apply(c));
        weakness(c).ifPresent(text::add);
        return text.toString();
    }

    /** Says that hardly anything is known of how much runs differ; empty where enough is. */
    static Optional<String> weakness(Comparison c) {
        if (c.runs() >= BaselineStore.FEW || isPaired(c)) {
            return Optional.empty();
        }
        return Optional.of(
                c.against().isAnchor()
                        ? "weak anchor: tag " + BaselineStore.FEW + " runs or more"
                        : "weak baseline: record " + BaselineStore.FEW + " runs or more");
    }

    static String conclusion(Comparison c, String allowed) {
        if (c.against().isAnchor()) {
            String since = " since " + c.against().name();
            return Sensitivity.isLikelyWorse(c)
                    ? "likely drifted by more than the " + allowed + " allowed" + since + ", but " + notSure(c)
                    : drift(c.verdict(), allowed) + since;
        }
        return switch (c.verdict()) {
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
                + (c.trials() > 1 ? ", and show in every trial" : "");
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
        if (c.verdict() == Verdict.REGRESSION) {
            return; // it was seen
        }
        boolean hopeless = c.detectable() > HOPELESS * c.tolerance();
        if (c.runsNeeded() < 0) {
            text.add((hopeless ? "this test cannot detect what you ask: " : "") + withoutEnd(c, allowed));
        } else if (hopeless) {
            text.add("this test cannot detect what you ask: record more runs, " + needed(c) + " would make " + allowed
                    + " significant");
        } else if (c.runsNeeded() > c.runs()) {
            text.add(needed(c) + " would make " + allowed + " significant");
        }
    }

    private static String needed(Comparison c) {
        return c.against().count(c.runsNeeded());
    }

    /** The assumed noise alone would call for runs without end; how noisy they are shows from the third on. */
    private static String withoutEnd(Comparison c, String allowed) {
        return c.runs() < BaselineStore.FEW
                ? "record more runs, their noise is hardly known yet"
                : "at this noise " + c.against().count(BaselineStore.NEWEST)
                        + ", the most that are used, do not detect " + allowed + ", only " + ONLY + " helps";
    }

    /** Returns what would make an undecided comparison decided. */
    static String remedy(Comparison c) {
        if (isPaired(c)) {
            return PairedText.remedy(c);
        }
        if (c.runsNeeded() < 0 && c.runs() >= BaselineStore.FEW) {
            return "only " + ONLY + " would decide";
        }
        int more = c.runsNeeded() - c.runs();
        return more > 0
                ? "%s more %s would decide".formatted(more, c.against().noun(more))
                : "more %s or trials would decide".formatted(c.against().noun(2));
    }
}
