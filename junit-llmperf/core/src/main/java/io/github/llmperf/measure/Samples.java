package io.github.llmperf.measure;

import io.github.llmperf.metric.Metric;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Distributions in the making: each sample goes into the time slice it belongs to, and slices add up to the whole. */
final class Samples implements SampleSink {

    private final Span window;
    private final Map<Metric, List<Distribution>> slices = new EnumMap<>(Metric.class);
    private final List<Distribution> gaps = empty(Distribution::dense);

    Samples(Span window) {
        this.window = window;
    }

    @Override
    public void add(Metric metric, double value, long moment) {
        slices.computeIfAbsent(metric, m -> empty(Distribution::new))
                .get(window.slice(moment, Measurement.SLICES))
                .add(value);
    }

    @Override
    public void addGaps(long[] tokenEvents) {
        for (int i = 1; i < tokenEvents.length; i++) {
            gaps.get(window.slice(tokenEvents[i], Measurement.SLICES))
                    .add(RequestLatencies.millis(tokenEvents[i] - tokenEvents[i - 1]));
        }
    }

    /** Returns the samples of each metric that has some, per slice. */
    Map<Metric, List<Distribution>> slices() {
        Map<Metric, List<Distribution>> all = new EnumMap<>(slices);
        if (gaps.stream().anyMatch(gap -> gap.n() > 0)) {
            all.put(
                    Metric.ITL,
                    gaps.stream().map(gap -> Distribution.sum(List.of(gap))).toList());
        }
        return all;
    }

    /** Returns the sum of slices. */
    static Map<Metric, Distribution> whole(Map<Metric, List<Distribution>> slices) {
        Map<Metric, Distribution> whole = new EnumMap<>(Metric.class);
        slices.forEach((metric, parts) -> whole.put(metric, Distribution.sum(parts)));
        return whole;
    }

    private static List<Distribution> empty(Supplier<Distribution> slice) {
        List<Distribution> list = new ArrayList<>();
        for (int i = 0; i < Measurement.SLICES; i++) {
            list.add(slice.get());
        }
        return Collections.unmodifiableList(list);
    }
}
