package io.github.llmperf.measure;

import io.github.llmperf.measure.ValuesOverTime.Dot;
import io.github.llmperf.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Collects the samples of one metric over the time of a run. */
final class ValuesOverTimeBuilder {

    private final Metric metric;
    private final TimeSpan run;
    private final long[] starts;
    private final List<DistributionBuilder> columns = Stream.generate(DistributionBuilder::new)
            .limit(ValuesOverTime.COLUMNS)
            .toList();
    private final List<Dot> dots = new ArrayList<>();
    private long n;

    ValuesOverTimeBuilder(Metric metric, TimeSpan run) {
        this.metric = metric;
        this.run = run;
        starts = run.sliceStarts(ValuesOverTime.COLUMNS);
    }

    void add(long moment, double ms) {
        columns.get(run.slice(moment, ValuesOverTime.COLUMNS)).add(ms);
        n++;
        dot(moment, ms);
    }

    /** Adds the gaps between token events, each at its end; ascending moments make looking for the column cheap. */
    void addGaps(long[] events) {
        if (events.length < 2) {
            return;
        }
        n += events.length - 1;
        int column = run.slice(events[1], ValuesOverTime.COLUMNS);
        DistributionBuilder draft = columns.get(column);
        for (int i = 1; i < events.length; i++) {
            while (column + 1 < starts.length && events[i] >= starts[column + 1]) {
                draft = columns.get(++column);
            }
            draft.addNanos(events[i] - events[i - 1]);
        }
        for (int i = 1; i < events.length && n <= ValuesOverTime.MOST_DOTS; i++) {
            dots.add(new Dot(events[i], RequestLatencies.millis(events[i] - events[i - 1])));
        }
    }

    private void dot(long moment, double ms) {
        if (n <= ValuesOverTime.MOST_DOTS) {
            dots.add(new Dot(moment, ms));
        }
    }

    ValuesOverTime values() {
        return ValuesOverTime.of(
                metric,
                columns.stream().map(DistributionBuilder::counts).toList(),
                n <= ValuesOverTime.MOST_DOTS ? dots : List.of());
    }
}
