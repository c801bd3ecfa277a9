package io.github.llmperf.verdict;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.verdict.Finding.Comparison;
import java.util.Locale;
import java.util.StringJoiner;

/** A comparison of two targets in words. */
final class PairedText {

    private PairedText() {}

    static String whole(Comparison c, Compared compared) {
        StringJoiner text = new StringJoiner("; ");
        text.add(ComparisonText.numbers(c) + ": " + ComparisonText.conclusion(c, compared.allowed()));
        if (c.measure().metric() != Metric.ERROR_RATE) {
            text.add("pair-to-pair sd " + Words.percent(c.runToRunSd()) + ", detects " + Sensitivity.seen(c));
            addNeeded(text, c, compared.allowed());
        }
        text.add(compared.standing().apply(c));
        return text.toString();
    }

    private static void addNeeded(StringJoiner text, Comparison c, String allowed) {
        if (c.verdict() == Verdict.REGRESSION) {
            return; // it was seen
        }
        boolean hopeless = c.detectable() > ComparisonText.HOPELESS * c.tolerance();
        String can = hopeless ? "this test cannot detect what you ask: " : "";
        if (c.runsNeeded() < 0) {
            text.add(can + tooNoisy(allowed));
        } else if (c.runsNeeded() > c.runs()) {
            text.add(can + Words.count(c.runsNeeded(), "pair") + " would make " + allowed + " significant");
        }
    }

    private static String tooNoisy(String allowed) {
        return "at this noise not even 100 pairs detect " + allowed
                + ", only longer loads, a steadier environment or a wider tolerance help";
    }

    /** Returns what would make an undecided comparison decided. */
    static String remedy(Comparison c) {
        if (c.runsNeeded() < 0 || c.runs() >= Pairing.MOST) {
            return "only longer loads, a steadier environment or a wider tolerance would decide";
        }
        return c.runsNeeded() > c.runs()
                ? Words.count(c.runsNeeded(), "pair") + " would decide"
                : "more pairs would decide";
    }

    /** Returns in how many pairs the own target was worse, and by what chance where it always was. */
    static String sign(Comparison c, int worse) {
        String all = "worse in " + (worse == c.runs() ? "all " : worse == 0 ? "none of " : worse + " of ")
                + Words.count(c.runs(), "pair");
        return worse == c.runs()
                ? all + String.format(Locale.ROOT, " (1 in %,.0f by chance)", Math.pow(2, c.runs()))
                : all;
    }
}
