package io.github.llmperf.verdict;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.verdict.Finding.Comparison;
import java.util.Locale;
import java.util.StringJoiner;

/** A comparison in words: what was measured, what follows, and how much it can tell. */
final class ComparisonText {

    private static final int STRONG_BASELINE = 3;
    private static final double HOPELESS = 3;

    private ComparisonText() {}

    /** Returns measure, value and baseline: {@code tpot.p50 41.2 ms against 20.1 ms}. */
    static String pair(Comparison c) {
        Measure measure = c.measure();
        return measure + " " + Words.quantity(c.candidate(), measure.metric()) + " against "
                + Words.quantity(c.baseline(), measure.metric());
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
                + Words.count(c.runs(), "stored run") + ")";
    }

    /** Returns the whole finding. */
    static String whole(Comparison c, Compared compared) {
        StringJoiner text = new StringJoiner("; ");
        text.add(numbers(c) + ": " + conclusion(c, compared.allowed()));
        if (c.measure().metric() != Metric.ERROR_RATE) {
            text.add("run-to-run sd " + Words.percent(c.runToRunSd()) + (c.runs() == 1 ? " (assumed)" : "")
                    + ", detects a worsening of " + Words.percent(c.detectable()));
            addNeeded(text, c, compared.allowed());
        }
        text.add(rank(c, compared.worseThan()));
        if (c.runs() < STRONG_BASELINE) {
            text.add("weak baseline: record " + STRONG_BASELINE + " runs or more");
        }
        return text.toString();
    }

    private static String conclusion(Comparison c, String allowed) {
        return switch (c.verdict()) {
            case REGRESSION -> "worse by more than the " + allowed + " allowed";
            case IMPROVED -> "better by more than " + allowed;
            case UNDECIDED -> "a worsening of " + allowed + " cannot be excluded";
            default -> "not worse by " + allowed;
        };
    }

    private static void addNeeded(StringJoiner text, Comparison c, String allowed) {
        if (c.runsNeeded() > c.runs()) {
            text.add(Words.count(c.runsNeeded(), "stored run") + " would detect " + allowed);
        } else if (c.runsNeeded() < 0) {
            text.add("at this noise no number of stored runs detects " + allowed);
        }
        if (c.detectable() > HOPELESS * c.tolerance()) {
            text.add("this test cannot detect what you ask: "
                    + (c.runsNeeded() < 0 ? "steady the environment or widen the tolerance" : "record more runs"));
        }
    }

    private static String rank(Comparison c, int worseThan) {
        if (worseThan == c.runs()) {
            return "worse than " + (c.runs() == 1 ? "the stored run" : "all " + c.runs() + " stored runs") + " (1 in "
                    + (c.runs() + 1) + " by chance)";
        }
        String disagreement = c.verdict() == Verdict.REGRESSION ? ", which speaks against a regression" : "";
        return "worse than " + worseThan + " of " + Words.count(c.runs(), "stored run") + disagreement;
    }
}
