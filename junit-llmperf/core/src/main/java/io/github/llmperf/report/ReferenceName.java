package io.github.llmperf.report;

import io.github.llmperf.plan.Pairing;

/** What a report calls that with which a run is compared. */
final class ReferenceName {

    private static final int LONGEST = 16;

    private ReferenceName() {}

    /** Returns the heading of the column: {@code baseline}, the second target's name, or {@code second} for a long one. */
    static String heading(Report report) {
        Pairing pairing = report.plan().pairing();
        if (pairing == null) {
            return "baseline";
        }
        String name = new SafeText(report).of(pairing.name());
        return name.length() <= LONGEST ? name : "second";
    }

    /** Returns the same as the beginning of a heading. */
    static String title(Report report) {
        return report.plan().pairing() == null ? "Baseline" : heading(report);
    }

    /** Returns what charts call it: {@code stored runs}, or the second target as in headings. */
    static String inCharts(Report report) {
        return report.plan().pairing() == null ? "stored runs" : heading(report);
    }

    /** Returns what charts call the pinned runs, such as {@code anchor v1.2}. */
    static String ofAnchor(Report report) {
        String tag = report.baseline().stored().tag();
        return tag.isEmpty() || tag.length() > LONGEST ? "anchor" : "anchor " + tag;
    }
}
