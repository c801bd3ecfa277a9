package io.github.llmperf.report;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.verdict.Finding;
import java.util.List;
import java.util.Optional;

/** What a latency chart shows of a report: lines, limits, stored runs, and axes that hold them all. */
final class ChartData {

    private static final List<Metric> SHOWN = List.of(Metric.E2E, Metric.TTFT, Metric.TPOT);
    private static final double SMALLEST = .01;

    private final Measurement measurement;
    private final List<Metric> metrics;
    private final List<Mark> limits;
    private final List<Mark> baselines;

    /** A value at a percentile; a limit on a mean has none and holds all along. */
    record Mark(Measure measure, double value) {
        boolean hasPercentile() {
            return measure.statistic().kind() == Statistic.Kind.PERCENTILE;
        }
    }

    ChartData(Report report) {
        this.measurement = report.measurement();
        this.metrics = SHOWN.stream()
                .filter(metric -> measurement.distribution(metric).isPresent())
                .toList();
        this.limits = limits(report);
        this.baselines = baselines(report);
    }

    /** Metrics with samples, each a line. */
    List<Metric> metrics() {
        return metrics;
    }

    /** Limits on those metrics. */
    List<Mark> limits() {
        return limits;
    }

    /** Percentiles of the stored runs. */
    List<Mark> baselines() {
        return baselines;
    }

    /** How far the percentile axis goes: to the slowest of all requests, at most to p99.9. */
    double lastNines() {
        long most =
                metrics.stream().mapToLong(metric -> samples(metric).n()).max().orElse(1);
        return Math.min(3, Math.max(1, Math.log10((double) most)));
    }

    private List<Mark> limits(Report report) {
        return report.plan().limits().limits().stream()
                .filter(limit -> isMarked(limit.measure()))
                .map(limit -> new Mark(limit.measure(), limit.value()))
                .toList();
    }

    private List<Mark> baselines(Report report) {
        return report.judgement().findings().stream()
                .filter(Finding.Comparison.class::isInstance)
                .map(Finding.Comparison.class::cast)
                .filter(c -> isMarked(c.measure()) && Double.isFinite(c.baseline()))
                .map(c -> new Mark(c.measure(), c.baseline()))
                .filter(Mark::hasPercentile)
                .toList();
    }

    private boolean isMarked(Measure measure) {
        Statistic.Kind kind = measure.statistic().kind();
        return metrics.contains(measure.metric()) && (kind == Statistic.Kind.PERCENTILE || kind == Statistic.Kind.MEAN);
    }

    /** The latency axis; empty without samples. */
    Optional<LogScale> scale() {
        double min = Double.POSITIVE_INFINITY;
        double max = 0;
        for (Metric metric : metrics) {
            min = Math.min(min, samples(metric).min());
            max = Math.max(max, samples(metric).max());
        }
        for (Mark mark : limits) {
            min = Math.min(min, mark.value());
            max = Math.max(max, mark.value());
        }
        for (Mark mark : baselines) {
            min = Math.min(min, mark.value());
            max = Math.max(max, mark.value());
        }
        return metrics.isEmpty()
                ? Optional.empty()
                : Optional.of(LogScale.around(Math.max(min, SMALLEST), Math.max(max, SMALLEST)));
    }

    /** The samples of a metric that has some. */
    Distribution samples(Metric metric) {
        return measurement.distribution(metric).orElseThrow();
    }

    /** Where a percentile lies on the axis: p90 at 1, p99 at 2, p99.9 at 3. */
    static double nines(double percentile) {
        return -Math.log10(1 - percentile / 100);
    }
}
