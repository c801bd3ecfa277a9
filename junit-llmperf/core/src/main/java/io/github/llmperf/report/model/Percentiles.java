package io.github.llmperf.report.model;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import java.util.List;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The percentiles of each metric in files for other programs. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Percentiles {

    /** In ascending order. */
    public static final List<Statistic> ALL =
            Stream.of(50., 75., 90., 95., 99., 99.9).map(Statistic::percentile).toList();

    /** The metrics whose percentiles charts draw, the longest first. */
    public static final List<Metric> DRAWN = List.of(Metric.E2E, Metric.TTFT, Metric.TPOT);

    private Percentiles() {}

    /** Returns a percentile of samples; not a number where too few samples make one. */
    public static double of(Distribution samples, Statistic percentile) {
        return samples.n() >= percentile.samplesToExist() ? samples.percentile(percentile.percentile()) : Double.NaN;
    }
}
