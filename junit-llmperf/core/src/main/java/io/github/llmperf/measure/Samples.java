package io.github.llmperf.measure;

import io.github.llmperf.metric.Metric;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects distributions: each sample goes into its time slice, and the slices add up to the whole. */
final class Samples implements SampleSink {

    private final TimeSpan window;
    private final long[] sliceStarts;
    private final Map<Metric, List<DistributionBuilder>> slices = new EnumMap<>(Metric.class);

    Samples(TimeSpan window) {
        this.window = window;
        sliceStarts = window.sliceStarts(Measurement.SLICES);
    }

    @Override
    public void add(Metric metric, double value, long moment) {
        drafts(metric).get(window.slice(moment, Measurement.SLICES)).add(value);
    }

    @Override
    public void addGaps(long[] tokenEvents) {
        if (tokenEvents.length < 2) {
            return;
        }
        List<DistributionBuilder> gaps = drafts(Metric.ITL);
        int slice = window.slice(tokenEvents[1], Measurement.SLICES);
        for (int i = 1; i < tokenEvents.length; i++) {
            while (slice + 1 < sliceStarts.length && tokenEvents[i] >= sliceStarts[slice + 1]) {
                slice++;
            }
            gaps.get(slice).addNanos(tokenEvents[i] - tokenEvents[i - 1]);
        }
    }

    /** Returns the samples of each metric that has some, per slice. */
    Map<Metric, List<Distribution>> slices() {
        Map<Metric, List<Distribution>> all = new EnumMap<>(Metric.class);
        slices.forEach((metric, drafts) -> all.put(
                metric, drafts.stream().map(DistributionBuilder::distribution).toList()));
        return all;
    }

    /** Returns the sum of slices. */
    static Map<Metric, Distribution> whole(Map<Metric, List<Distribution>> slices) {
        Map<Metric, Distribution> whole = new EnumMap<>(Metric.class);
        slices.forEach((metric, parts) -> whole.put(metric, Distribution.sum(parts)));
        return whole;
    }

    private List<DistributionBuilder> drafts(Metric metric) {
        List<DistributionBuilder> known = slices.get(metric);
        if (known == null) {
            known = empty();
            slices.put(metric, known);
        }
        return known;
    }

    private static List<DistributionBuilder> empty() {
        List<DistributionBuilder> list = new ArrayList<>();
        for (int i = 0; i < Measurement.SLICES; i++) {
            list.add(new DistributionBuilder());
        }
        return Collections.unmodifiableList(list);
    }
}
