package io.github.llmperf.report.svg;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.report.model.Percentiles;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Reference;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** What a latency chart shows of a report: lines, limits, stored runs, and axes that hold them all. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ChartData {

    /** The latencies that are drawn. */
    private static final double SMALLEST = .01;

    private final Measurement measurement;
    private final List<Metric> metrics;
    private final List<Mark> limits;
    private final List<Mark> baselines;
    private final List<Mark> anchors;
    private final QuantileBands bands;

    /** A value at a percentile; a limit on a mean has none and holds all along. */
    public record Mark(Measure measure, double value) {
        boolean hasPercentile() {
            return measure.statistic().kind() == Statistic.Kind.PERCENTILE;
        }
    }

    public ChartData(Report report) {
        this.measurement = report.measurement();
        this.metrics = Percentiles.DRAWN.stream()
                .filter(metric -> measurement.distribution(metric).isPresent())
                .toList();
        this.limits = limits(report);
        this.baselines = compared(report, false);
        this.anchors = compared(report, true);
        this.bands = new QuantileBands(report, metrics);
    }

    /** Metrics with samples, each a line. */
    public List<Metric> metrics() {
        return metrics;
    }

    /** Limits on those metrics. */
    public List<Mark> limits() {
        return limits;
    }

    /** Percentiles of the stored runs, or of the second target. */
    public List<Mark> baselines() {
        return baselines;
    }

    /** Percentiles of the runs that the anchor pins. */
    List<Mark> anchors() {
        return anchors;
    }

    /** Stored values without a band: old runs keep only their numbers. */
    List<Mark> alone() {
        return baselines.stream()
                .filter(mark -> bands.of(mark.measure().metric()).isEmpty())
                .toList();
    }

    /** Whole distributions to compare with. */
    QuantileBands bands() {
        return bands;
    }

    /** How far the percentile axis goes: to the slowest of all requests, at most to p99.9. */
    double lastNines() {
        long most =
                metrics.stream().mapToLong(metric -> samples(metric).n()).max().orElse(1);
        return Math.min(3, Math.max(1, Math.log10((double) most)));
    }

    /** The last percentile of a line: percentiles that need more samples are not drawn. */
    double lastNines(Metric metric) {
        return Math.min(lastNines(), Math.log10((double) samples(metric).n()));
    }

    private List<Mark> limits(Report report) {
        return report.plan().criteria().limits().limits().stream()
                .filter(limit -> isMarked(limit.measure()))
                .map(limit -> new Mark(limit.measure(), limit.value()))
                .toList();
    }

    private List<Mark> compared(Report report, boolean withAnchor) {
        return report.judgement().findings().stream()
                .filter(Finding.Comparison.class::isInstance)
                .map(Finding.Comparison.class::cast)
                .filter(c -> (c.against().kind() == Reference.Kind.ANCHOR) == withAnchor)
                .filter(c -> isMarked(c.measure()) && Double.isFinite(c.values().baseline()))
                .map(c -> new Mark(c.measure(), c.values().baseline()))
                .filter(Mark::hasPercentile)
                .toList();
    }

    private boolean isMarked(Measure measure) {
        Statistic.Kind kind = measure.statistic().kind();
        return metrics.contains(measure.metric()) && (kind == Statistic.Kind.PERCENTILE || kind == Statistic.Kind.MEAN);
    }

    /** The latency axis; empty without samples. */
    Optional<AxisScale> scale() {
        double min = Double.POSITIVE_INFINITY;
        double max = 0;
        for (Metric metric : metrics) {
            min = Math.min(min, samples(metric).min());
            max = Math.max(max, samples(metric).max());
        }
        for (Mark mark : marks()) {
            min = Math.min(min, mark.value());
            max = Math.max(max, mark.value());
        }
        for (QuantileBand band :
                metrics.stream().map(bands::of).flatMap(Optional::stream).toList()) {
            double[] range = band.range(lastNines());
            min = Math.min(min, range[0]);
            max = Math.max(max, range[1]);
        }
        return metrics.isEmpty()
                ? Optional.empty()
                : Optional.of(AxisScale.around(Math.max(min, SMALLEST), Math.max(max, SMALLEST)));
    }

    private List<Mark> marks() {
        return Stream.of(limits, baselines, anchors).flatMap(List::stream).toList();
    }

    /** The samples of a metric that has some. */
    public Distribution samples(Metric metric) {
        return measurement.distribution(metric).orElseThrow();
    }

    /** The value at a place of the percentile axis, which begins at the smallest. */
    static double value(Distribution samples, double nines) {
        return nines == 0 ? samples.min() : samples.percentile(100 * (1 - Math.pow(10, -nines)));
    }

    /** Where a percentile lies on the axis: p90 at 1, p99 at 2, p99.9 at 3. */
    static double nines(double percentile) {
        return -Math.log10(1 - percentile / 100);
    }
}
