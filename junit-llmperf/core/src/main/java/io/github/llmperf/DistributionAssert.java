package io.github.llmperf;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Asks which statistic of a metric is meant, before anything is asserted on it.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class DistributionAssert {

    private final LoadResult result;
    private final Metric metric;

    DistributionAssert(LoadResult result, Metric metric) {
        this.result = result;
        this.metric = metric;
    }

    /**
     * Starts assertions on the mean.
     *
     * @return the assertions, in the metric's unit
     */
    public MeasureAssert mean() {
        return of(Statistic.MEAN);
    }

    /**
     * Starts assertions on the smallest sample.
     *
     * @return the assertions, in the metric's unit
     */
    public MeasureAssert min() {
        return of(Statistic.MIN);
    }

    /**
     * Starts assertions on the largest sample.
     *
     * @return the assertions, in the metric's unit
     */
    public MeasureAssert max() {
        return of(Statistic.MAX);
    }

    /**
     * Starts assertions on the 50th percentile.
     *
     * @return the assertions, in the metric's unit
     */
    public MeasureAssert p50() {
        return of(Statistic.percentile(50));
    }

    /**
     * Starts assertions on the 75th percentile.
     *
     * @return the assertions, in the metric's unit
     */
    public MeasureAssert p75() {
        return of(Statistic.percentile(75));
    }

    /**
     * Starts assertions on the 90th percentile.
     *
     * @return the assertions, in the metric's unit
     */
    public MeasureAssert p90() {
        return of(Statistic.percentile(90));
    }

    /**
     * Starts assertions on the 95th percentile.
     *
     * @return the assertions, in the metric's unit
     */
    public MeasureAssert p95() {
        return of(Statistic.percentile(95));
    }

    /**
     * Starts assertions on the 99th percentile.
     *
     * @return the assertions, in the metric's unit
     */
    public MeasureAssert p99() {
        return of(Statistic.percentile(99));
    }

    /**
     * Starts assertions on any percentile.
     *
     * @param percentile above 0 and below 100
     * @return the assertions, in the metric's unit
     * @throws IllegalArgumentException if the percentile is out of range
     */
    public MeasureAssert percentile(double percentile) {
        return of(Statistic.percentile(percentile));
    }

    private MeasureAssert of(Statistic statistic) {
        return MeasureAssert.on(result, new Measure(metric, statistic));
    }
}
