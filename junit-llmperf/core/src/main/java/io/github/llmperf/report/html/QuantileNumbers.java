package io.github.llmperf.report.html;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.svg.ChartData;
import io.github.llmperf.report.text.ReferenceName;
import io.github.llmperf.wording.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Latency by percentile as a table: a row for each percentile, with limits and what the run is compared with beside it. */
final class QuantileNumbers {

    private static final List<Statistic> STATISTICS = List.of(
            Statistic.MIN,
            Statistic.percentile(50),
            Statistic.percentile(75),
            Statistic.percentile(90),
            Statistic.percentile(95),
            Statistic.percentile(99),
            Statistic.percentile(99.9),
            Statistic.MAX,
            Statistic.MEAN);

    private final ChartData data;
    private final String reference;
    private final boolean failed;

    QuantileNumbers(Report report) {
        data = new ChartData(report);
        reference = ReferenceName.inCharts(report);
        failed = report.measurement().requests().failed() > 0;
    }

    NumbersTable table() {
        List<String> headings = new ArrayList<>(List.of(failed ? "of successful requests" : "of requests"));
        for (Metric metric : data.metrics()) {
            headings.addAll(List.of(metric + ", ms", metric + ", limit, ms", metric + ", " + reference + ", ms"));
        }
        List<List<String>> rows = STATISTICS.stream().map(this::row).toList();
        return new NumbersTable("Latency by percentile", headings, rows).withoutEmptyColumns();
    }

    private List<String> row(Statistic statistic) {
        List<String> cells = new ArrayList<>(List.of(statistic.toString()));
        for (Metric metric : data.metrics()) {
            Distribution samples = data.samples(metric);
            cells.add(samples.n() < statistic.samplesToExist() ? "" : Numbers.number(samples.value(statistic)));
            cells.add(marked(data.limits().stream(), metric, statistic));
            cells.add(marked(data.baselines().stream(), metric, statistic));
        }
        return cells;
    }

    private static String marked(Stream<ChartData.Mark> marks, Metric metric, Statistic statistic) {
        return marks.filter(mark -> mark.measure().metric() == metric
                        && mark.measure().statistic().equals(statistic))
                .map(mark -> Numbers.number(mark.value()))
                .findFirst()
                .orElse("");
    }
}
