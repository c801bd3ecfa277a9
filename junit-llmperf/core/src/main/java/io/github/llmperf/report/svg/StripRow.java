package io.github.llmperf.report.svg;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.StoredRun;
import io.github.llmperf.report.text.FindingRow;
import io.github.llmperf.verdict.ComparedValue;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.wording.ChangeText;
import io.github.llmperf.wording.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A comparison with the runs behind it.
 *
 * @param row the comparison in words
 * @param stored the runs that it rests on, oldest first
 * @param trials values of the trials of this run, and of earlier runs of the build, where there are several
 */
@API(status = Status.INTERNAL, since = "0.1")
public record StripRow(FindingRow row, Comparison comparison, List<Stored> stored, List<Double> trials) {

    /** The resolution of recorded values; zero has no logarithm. */
    private static final double SMALLEST = .001;

    private static final double POINTS = 100;

    /** A stored run with its value of the measure. */
    public record Stored(BaselineRun run, double value) {}

    /** All comparisons with stored runs, in the one order of findings. */
    public static List<StripRow> of(Report report) {
        return FindingRow.rows(report.judgement()).stream()
                .filter(row ->
                        row.finding() instanceof Comparison one && one.against().kind() != Reference.Kind.TARGET)
                .map(row -> of(report, row, (Comparison) row.finding()))
                .filter(row -> !row.stored.isEmpty())
                .toList();
    }

    private static StripRow of(Report report, FindingRow row, Comparison comparison) {
        List<Stored> stored = new ArrayList<>();
        boolean wholeRun = comparison.subject().wholeRun();
        for (StoredRun run : report.baseline().stored().behind(comparison.against())) {
            ComparedValue.of(run.run(), comparison.measure(), wholeRun)
                    .ifPresent(value -> stored.add(new Stored(run.run(), value)));
        }
        List<Double> trials = trials(report, comparison.measure(), wholeRun);
        boolean several = trials.size() > 1 && !Double.isNaN(comparison.values().candidate());
        return new StripRow(row, comparison, stored, several ? trials : List.of());
    }

    private static List<Double> trials(Report report, Measure measure, boolean wholeRun) {
        Stream<OptionalDouble> earlier = report.series().rerun().stream()
                .flatMap(rerun -> rerun.earlier().stream())
                .map(run -> ComparedValue.of(run, measure, wholeRun));
        return Stream.concat(earlier, report.series().trials().stream().map(trial -> trial.value(measure, wholeRun)))
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList();
    }

    /** Whether some or all trials of this run lack the measure. */
    public boolean isMissing() {
        return Double.isNaN(comparison.values().candidate());
    }

    /** Whether the measure changes by points instead of parts. */
    boolean inPoints() {
        return FindingRow.inPoints(comparison);
    }

    /** How far a value lies from the mean of the stored runs: points, or the logarithm of a factor. */
    double distance(double value) {
        return inPoints()
                ? value - comparison.values().baseline()
                : Math.log(
                        Math.max(value, SMALLEST) / Math.max(comparison.values().baseline(), SMALLEST));
    }

    /** Where the tolerance ends. */
    double tolerated() {
        return inPoints()
                ? POINTS * comparison.subject().tolerance()
                : Math.log1p(ChangeText.tolerated(
                        comparison.measure(), comparison.subject().tolerance()));
    }

    /** Where an end of the interval lies; not a number where there is none. */
    double distanceOfChange(double change) {
        return inPoints() ? Double.NaN : Math.log1p(change);
    }

    /** Says the same in a sentence. */
    String words() {
        double least = stored.stream().mapToDouble(Stored::value).min().orElseThrow();
        double most = stored.stream().mapToDouble(Stored::value).max().orElseThrow();
        String interval = row.cells().interval().isEmpty()
                ? ""
                : " (90 % interval " + row.cells().interval() + ")";
        String now = isMissing()
                ? "this run has none"
                : "this run " + row.cells().measured() + ", " + row.cells().change() + interval;
        String runs = stored.size() == 1
                ? "1 stored run, " + row.cells().baseline()
                : stored.size() + " stored runs from " + quantity(least) + " to " + quantity(most) + ", mean "
                        + row.cells().baseline();
        return row.cells().measure() + ": " + runs + "; " + now + "; tolerated "
                + row.cells().required() + "; " + FindingRow.standing(comparison) + ".";
    }

    private String quantity(double value) {
        return Figures.quantity(value, comparison.measure().metric().unit());
    }
}
