package io.github.llmperf.wording;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.verdict.Finding.Comparison;
import java.util.Locale;
import java.util.StringJoiner;

/** A comparison of two targets in words. */
final class PairedText {

    private PairedText() {}

    /** Returns what a difference between the targets is made of. */
    static String compared(Pairing.Unit unit) {
        return switch (unit) {
            case LOADS ->
                "one start of each target was compared: unchanged servers differ by the luck of their starts, too, and"
                        + " that counts as a change";
            case STARTS ->
                "both targets were started anew for each pair: what starts differ by is in how much pairs differ";
        };
    }

    static void addNeeded(StringJoiner text, Comparison c, String allowed) {
        if (c.found() == Verdict.REGRESSION) {
            return; // it was seen
        }
        String can = SensitivityText.blindness(c, allowed);
        if (c.evidence().runsNeeded() < 0) {
            text.add(can + tooNoisy(allowed));
        } else if (c.evidence().runsNeeded() > c.evidence().runs()) {
            text.add(
                    can + Numbers.count(c.evidence().runsNeeded(), "pair") + " would make " + allowed + " significant");
        }
    }

    private static String tooNoisy(String allowed) {
        return "at this noise not even 100 pairs detect " + allowed
                + ", only longer loads, a steadier environment or a wider tolerance help";
    }

    /** Returns what would make an undecided comparison decided. */
    static String remedy(Comparison c) {
        if (c.evidence().runsNeeded() < 0 || c.evidence().runs() >= Pairing.MOST) {
            return "only longer loads, a steadier environment or a wider tolerance would decide";
        }
        return c.evidence().runsNeeded() > c.evidence().runs()
                ? Numbers.count(c.evidence().runsNeeded(), "pair") + " would decide"
                : "more pairs would decide";
    }

    /** Returns in how many pairs the own target was worse, and by what chance where it always was. */
    static String sign(Comparison c, int worse) {
        String all = "worse in " + (worse == c.evidence().runs() ? "all " : worse == 0 ? "none of " : worse + " of ")
                + Numbers.count(c.evidence().runs(), "pair");
        return worse == c.evidence().runs()
                ? all
                        + String.format(
                                Locale.ROOT,
                                " (1 in %,.0f by chance)",
                                Math.pow(2, c.evidence().runs()))
                : all;
    }
}
