package io.github.llmperf.report.csv;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.report.model.Percentiles;
import io.github.llmperf.report.model.Renderer;
import io.github.llmperf.report.model.Report;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes what was measured as {@code metrics.csv}: a line for each metric with its unit. Distributions have all columns
 * but the last, metrics of which a run has one number only the last. A field is empty where there is no such number.
 * {@code failed} counts requests that are not in {@code n}, but that limits on percentiles count as infinite.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class MetricsCsv implements Renderer {

    private static final List<String> BEFORE =
            List.of("metric", "unit", "better", "n", "failed", "mean", "stddev", "min");

    /** Makes the renderer. */
    public MetricsCsv() {}

    @Override
    public String render(Report report) {
        List<String> header = new ArrayList<>(BEFORE);
        Percentiles.ALL.forEach(percentile -> header.add(percentile.toString()));
        header.addAll(List.of("max", "value"));
        StringBuilder distributions = new StringBuilder(Csv.line(header));
        StringBuilder rates = new StringBuilder();
        for (Metric metric : Metric.values()) {
            report.measurement()
                    .distribution(metric)
                    .ifPresent(samples -> distributions.append(Csv.line(distribution(
                            metric, samples, report.measurement().requests().failed()))));
            Double rate = report.measurement().rates().get(metric);
            if (rate != null) {
                rates.append(Csv.line(rate(metric, rate, header.size())));
            }
        }
        return distributions.append(rates).toString();
    }

    private static List<String> distribution(Metric metric, Distribution samples, long failed) {
        List<String> fields = begin(metric);
        fields.add(Long.toString(samples.n()));
        fields.add(metric.failuresAreInfinite() ? Long.toString(failed) : "");
        fields.add(Csv.number(samples.mean()));
        fields.add(Csv.number(samples.stddev()));
        fields.add(Csv.number(samples.min()));
        for (Statistic percentile : Percentiles.ALL) {
            fields.add(Csv.number(Percentiles.of(samples, percentile)));
        }
        fields.add(Csv.number(samples.max()));
        fields.add("");
        return fields;
    }

    private static List<String> rate(Metric metric, double value, int columns) {
        List<String> fields = begin(metric);
        fields.addAll(Collections.nCopies(columns - fields.size() - 1, ""));
        fields.add(Csv.number(value));
        return fields;
    }

    private static List<String> begin(Metric metric) {
        return new ArrayList<>(List.of(
                metric.jsonName(), metric.unit().symbol(), metric.better().jsonName()));
    }
}
