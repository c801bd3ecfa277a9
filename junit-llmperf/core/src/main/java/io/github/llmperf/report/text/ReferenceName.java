package io.github.llmperf.report.text;

import io.github.llmperf.plan.Pairing;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The name of a comparison's reference in reports. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ReferenceName {

    private static final int LONGEST = 16;

    private ReferenceName() {}

    /** Returns the heading of the column: {@code baseline}, the second target's name, or {@code second} for a long one. */
    public static String heading(Report report) {
        Pairing pairing = report.plan().load().pairing();
        if (pairing == null) {
            return "baseline";
        }
        String name = new SafeText(report).of(pairing.name());
        return name.length() <= LONGEST ? name : "second";
    }

    /** Returns the same as the beginning of a heading. */
    public static String title(Report report) {
        return report.plan().load().pairing() == null ? "Baseline" : heading(report);
    }

    /** Returns what charts call it: {@code stored runs}, or the second target as in headings. */
    public static String inCharts(Report report) {
        return report.plan().load().pairing() == null ? "stored runs" : heading(report);
    }

    /** Returns what charts call the pinned runs, such as {@code anchor v1.2}. */
    public static String ofAnchor(Report report) {
        String tag = report.baseline().stored().tag();
        return tag.isEmpty() || tag.length() > LONGEST ? "anchor" : "anchor " + tag;
    }
}
