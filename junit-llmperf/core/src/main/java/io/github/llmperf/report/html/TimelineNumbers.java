package io.github.llmperf.report.html;

import io.github.llmperf.measure.Timeline;
import io.github.llmperf.measure.Timeline.Slice;
import io.github.llmperf.measure.ValueCounts;
import io.github.llmperf.measure.ValuesOverTime;
import io.github.llmperf.measure.server.ServerSeries;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The run over time as a table of {@value #ROWS} rows. */
final class TimelineNumbers {

    /** Each is made of two slices. */
    private static final int ROWS = 30;

    private static final double NANOS = 1e9;

    /** Shortest row, in seconds, that one decimal can show. */
    private static final double FEWEST = .1;

    private static final int MOST_DECIMALS = 6;
    private static final int SLICES_OF_A_ROW = Timeline.SLICES / ROWS;
    private static final List<Statistic> STATISTICS =
            List.of(Statistic.percentile(50), Statistic.percentile(90), Statistic.percentile(99));

    private final Timeline timeline;
    private final List<ServerSeries> series;
    private final List<ValueCounts> requests;
    private final List<ValueCounts> gaps;

    TimelineNumbers(Report report) {
        timeline = report.observed().overTime().timeline();
        series = report.observed().server().series().stream()
                .filter(one -> one.part().isEmpty())
                .toList();
        requests = timeline.requests().in(ROWS);
        gaps = timeline.gaps().in(ROWS);
    }

    NumbersTable table() {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(row(i));
        }
        return new NumbersTable("The run over time", headings(), rows).withoutEmptyColumns();
    }

    private List<String> headings() {
        List<String> headings = new ArrayList<>(List.of("from – to, s"));
        headings(headings, timeline.requests(), "n");
        headings(headings, timeline.gaps(), "gaps");
        headings.addAll(List.of("in flight", "output tokens/s", "failed"));
        series.forEach(
                one -> headings.add(one.meaning().title() + ", " + one.meaning().unit()));
        return headings;
    }

    private static void headings(List<String> headings, ValuesOverTime values, String n) {
        headings.add(n);
        STATISTICS.forEach(statistic -> headings.add(values.metric().jsonName() + " " + statistic + ", ms"));
    }

    private List<String> row(int row) {
        List<Slice> slices = timeline.slices().subList(row * SLICES_OF_A_ROW, (row + 1) * SLICES_OF_A_ROW);
        List<String> cells = new ArrayList<>();
        cells.add(seconds(slices.get(0).from()) + " – "
                + seconds(slices.get(slices.size() - 1).to()));
        values(cells, requests.get(row));
        values(cells, gaps.get(row));
        cells.add(mean(slices.stream().mapToDouble(Slice::inFlight).average()));
        cells.add(mean(slices.stream().mapToDouble(Slice::tokenRate).average()));
        cells.add(Integer.toString(slices.stream().mapToInt(Slice::failures).sum()));
        long from = slices.get(0).from();
        long to = slices.get(slices.size() - 1).to();
        series.forEach(one -> cells.add(mean(one.points().stream()
                .filter(point -> point.at() > from && point.at() <= to)
                .mapToDouble(ServerSeries.Point::value)
                .average())));
        return cells;
    }

    private static void values(List<String> cells, ValueCounts samples) {
        cells.add(samples.n() == 0 ? "" : Long.toString(samples.n()));
        STATISTICS.forEach(statistic -> cells.add(
                samples.n() < Math.max(1, statistic.samplesToExist())
                        ? ""
                        : Numbers.number(samples.percentile(statistic.percentile()))));
    }

    private String seconds(long moment) {
        return Figures.number((moment - timeline.from()) / NANOS, decimals());
    }

    /** As many decimals as distinguish neighbouring rows: a run may last an hour, or a fifth of a second. */
    private int decimals() {
        double row = (timeline.to() - timeline.from()) / NANOS / ROWS;
        return row >= FEWEST ? 1 : Math.min(MOST_DECIMALS, (int) Math.ceil(-Math.log10(Math.max(row, 1 / NANOS))));
    }

    private static String mean(OptionalDouble mean) {
        return mean.isEmpty() ? "" : Numbers.number(mean.getAsDouble());
    }
}
