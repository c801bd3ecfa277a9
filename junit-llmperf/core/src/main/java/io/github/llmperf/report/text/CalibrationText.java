package io.github.llmperf.report.text;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.verdict.CalibratedMeasure;
import io.github.llmperf.verdict.Calibration;
import io.github.llmperf.verdict.LeaveOneOut;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** A calibration in lines of at most {@value TextTable#MOST_COLUMNS} columns. */
@API(status = Status.INTERNAL, since = "0.1")
public final class CalibrationText {

    private static final int[] STORED = {1, 2, 3, 5, 10, 15};
    private static final int[] TRIALS = {1, 2, 3};
    private static final double[] REQUESTS = {.5, 1, 2, 4};
    private static final List<String> MULTIPLES = List.of("½×", "1×", "2×", "4×");

    private CalibrationText() {}

    /**
     * Returns the lines.
     *
     * @return noise of each measure, what can be detected, the recommended tolerance, the stored runs judged by each other
     */
    public static List<String> lines(Report report, Calibration calibration) {
        List<String> lines = new ArrayList<>();
        lines.add("calibration of " + VisibleText.text(report.plan().scenario().displayName()) + ": "
                + Figures.count(report.series().trials().size(), "unchanged trial") + " of "
                + Numbers.number(Math.rint(calibration.requests())) + " requests, "
                + (calibration.startedAnew()
                        ? "each on a target started anew"
                        : "all on the same server: how much one start differs from the next is not in here"));
        lines.add("");
        if (calibration.measures().isEmpty()) {
            lines.add("No guarded measure has samples in every trial.");
        } else {
            lines.addAll(noise(calibration));
            calibration.measures().forEach(measure -> lines.addAll(detectable(measure)));
            lines.add("");
            lines.addAll(advice(calibration));
        }
        lines.add("");
        lines.add(stored(calibration.leaveOneOut()));
        return lines;
    }

    private static List<String> noise(Calibration calibration) {
        TextTable table = new TextTable(
                "", "measure", "mean", "run sd", "90 % interval", "within", "lag 1, requests", "lag 1, trials");
        for (CalibratedMeasure m : calibration.measures()) {
            table.row(
                    "",
                    m.measure().toString(),
                    Figures.quantity(m.value(), m.measure().metric().unit()),
                    Figures.part(m.spread().sd()),
                    Figures.part(m.spread().low()) + " … "
                            + Figures.part(m.spread().high()),
                    Double.isNaN(m.withinShare()) ? "–" : Math.round(m.withinShare() * 100) + " %",
                    coefficient(m.lag().requests()),
                    coefficient(m.lag().trials()));
        }
        List<String> lines = new ArrayList<>(table.lines());
        double chance = 2 / Math.sqrt(calibration.measures().get(0).trials());
        lines.add("  lag 1 of so many trials lies within ±" + coefficient(Math.min(1, chance)) + " by chance");
        return lines;
    }

    private static List<String> detectable(CalibratedMeasure measure) {
        List<String> headings = new ArrayList<>(List.of("", "stored"));
        for (int trials : TRIALS) {
            MULTIPLES.forEach(multiple -> headings.add("R" + trials + " " + multiple));
        }
        TextTable table = new TextTable(headings.toArray(String[]::new));
        for (int stored : STORED) {
            List<String> row = new ArrayList<>(List.of("", Integer.toString(stored)));
            for (int trials : TRIALS) {
                for (double requests : REQUESTS) {
                    row.add(Figures.part(measure.effect().detectable(stored, trials, requests)));
                }
            }
            table.row(row.toArray(String[]::new));
        }
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("smallest worsening of " + measure.measure()
                + " detected in 8 of 10 cases, by stored runs, trials (R) and requests:");
        lines.addAll(table.lines());
        return lines;
    }

    private static List<String> advice(Calibration calibration) {
        List<String> lines = new ArrayList<>();
        for (CalibratedMeasure m : calibration.measures()) {
            lines.add(m.measure() + ": a tolerance of " + Figures.part(m.recommendedTolerance())
                    + " can be held with " + CalibratedMeasure.STORED_RUNS + " stored runs, and a worsening of "
                    + Figures.part(m.seenWithRecommended()) + " is then seen in 8 of 10 builds; "
                    + Figures.part(m.tolerance()) + " is set"
                    + (m.recommendedTolerance() > m.tolerance() ? ", which this noise is too large for" : ""));
        }
        return lines;
    }

    private static String stored(LeaveOneOut stored) {
        if (stored.runs() == 0) {
            return "stored runs judged by each other: fewer than " + LeaveOneOut.LEAST + " are stored";
        }
        String verdicts = List.of(Verdict.REGRESSION, Verdict.IMPROVED, Verdict.UNDECIDED, Verdict.PASS).stream()
                .map(verdict -> stored.count(verdict) + " " + verdict.words())
                .collect(Collectors.joining(", "));
        return Figures.count(stored.runs(), "stored run") + " judged by the others, one at a time: " + verdicts
                + " (lines stored as REGRESSION are left out, unless accepted)";
    }

    private static String coefficient(double value) {
        return Double.isNaN(value)
                ? "–"
                : String.format(Locale.ROOT, "%.2f", value).replace('-', '−');
    }
}
