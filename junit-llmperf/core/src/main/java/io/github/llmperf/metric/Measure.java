package io.github.llmperf.metric;

import java.util.Comparator;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A metric with a statistic: one number of a run, such as {@code ttft.p90}. A bare metric name is the mean.
 *
 * @param metric what is measured
 * @param statistic what is taken from its samples
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Measure(Metric metric, Statistic statistic) implements Comparable<Measure> {

    private static final Comparator<Measure> ORDER = Comparator.comparing(Measure::metric)
            .thenComparing(m -> m.statistic().kind())
            .thenComparingDouble(m -> m.statistic().percentile());

    /**
     * Checks that the statistic exists for the metric.
     *
     * @throws IllegalArgumentException if a metric of which a run has one number is given a statistic, or the reverse
     */
    public Measure {
        if (metric.hasDistribution() == (statistic.kind() == Statistic.Kind.VALUE)) {
            throw new IllegalArgumentException(
                    metric.hasDistribution()
                            ? "measure must have a statistic, as in " + metric + ".p90"
                            : "measure must be written \"" + metric + "\": a run has one value of it, no \"" + statistic
                                    + "\"");
        }
    }

    /**
     * Returns what a bare metric name stands for.
     *
     * @param metric the metric
     * @return the mean of a distribution, or the one value
     */
    public static Measure of(Metric metric) {
        return new Measure(metric, metric.hasDistribution() ? Statistic.MEAN : Statistic.VALUE);
    }

    /**
     * Returns a percentile of a metric.
     *
     * @param metric a metric with a distribution
     * @param percentile above 0 and below 100
     * @return the measure
     * @throws IllegalArgumentException if the metric has no distribution or the percentile is out of range
     */
    public static Measure percentile(Metric metric, double percentile) {
        return new Measure(metric, Statistic.percentile(percentile));
    }

    /**
     * Reads a measure such as {@code ttft}, {@code ttft.p90}, {@code itl.p99.9} or {@code outputTokenRate}.
     *
     * @param text a metric name, and for a distribution optionally a dot and a statistic
     * @return the measure
     * @throws IllegalArgumentException if there is no such metric or statistic
     */
    public static Measure parse(String text) {
        String trimmed = text.trim();
        int dot = trimmed.indexOf('.');
        String name = dot < 0 ? trimmed : trimmed.substring(0, dot);
        Metric metric = Metric.named(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "metric must be one of " + String.join(", ", Metric.names()) + ", but is \"" + name + "\""));
        return dot < 0 ? of(metric) : new Measure(metric, Statistic.parse(trimmed.substring(dot + 1)));
    }

    @Override
    public int compareTo(Measure other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return statistic.kind() == Statistic.Kind.VALUE ? metric.jsonName() : metric.jsonName() + "." + statistic;
    }
}
