package io.github.llmperf.wording;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.verdict.Evidence;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.verdict.Sensitivity;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** How much runs differ by themselves, in words: what is assumed is never called measured. */
@API(status = Status.INTERNAL, since = "0.1")
public final class SpreadText {

    private SpreadText() {}

    /**
     * Returns how much runs or pairs differ by themselves.
     *
     * @return such as {@code 4.2 %} or {@code 10 % (assumed while there are fewer than 8 stored runs)}
     */
    static String of(Comparison c) {
        String sd = Figures.part(c.evidence().spread().sd());
        return c.evidence().spread().isAssumed() ? sd + " (" + assumption(c) + ")" : sd;
    }

    /**
     * Returns the same for the cell of a table or beside other parentheses.
     *
     * @return such as {@code 4.2 %} or {@code 10 %, assumed}
     */
    public static String brief(Comparison c) {
        String sd = Figures.part(c.evidence().spread().sd());
        return c.evidence().spread().isAssumed() ? sd + ", " + degree(c) : sd;
    }

    /** Says what stands in for the runs that are missing. */
    static String assumption(Comparison c) {
        Evidence.Spread spread = c.evidence().spread();
        return degree(c) + (spread.assumedPart() < 1 ? ": " + Numbers.percent(spread.assumedSd()) + " while" : " while")
                + " there are fewer than " + ReferenceText.count(c.against(), Sensitivity.ENOUGH_RUNS);
    }

    private static String degree(Comparison c) {
        double part = c.evidence().spread().assumedPart();
        return (part == 1 ? "" : part < .5 ? "partly " : "mostly ") + "assumed";
    }

    /**
     * Explains the cells of a table.
     *
     * @param comparisons in it
     * @return a sentence with its stop; empty where pairs show their own noise
     */
    public static String key(List<Comparison> comparisons) {
        List<Comparison> ofRuns = comparisons.stream()
                .filter(c -> c.against().kind() != Reference.Kind.TARGET
                        && c.measure().metric() != Metric.ERROR_RATE)
                .toList();
        return ofRuns.isEmpty()
                ? ""
                : "How runs differ is at least " + Numbers.percent(Sensitivity.LEAST_NOISE)
                        + ofRuns.stream()
                                .map(c -> c.evidence().spread())
                                .filter(Evidence.Spread::isAssumed)
                                .findFirst()
                                .map(spread -> "; " + Numbers.percent(spread.assumedSd())
                                        + " is assumed in place of those that are missing to " + Sensitivity.ENOUGH_RUNS
                                        + " stored runs")
                                .orElse("")
                        + ".";
    }
}
