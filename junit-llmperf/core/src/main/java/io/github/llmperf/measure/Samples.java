package io.github.llmperf.measure;

import io.github.llmperf.metric.Metric;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Distributions in the making: each sample goes into the whole and into the time slice it belongs to. */
final class Samples implements SampleSink {

    private final Span window;
    private final Map<Metric, Distribution> whole = new EnumMap<>(Metric.class);
    private final Map<Metric, List<Distribution>> slices = new EnumMap<>(Metric.class);

    Samples(Span window) {
        this.window = window;
    }

    @Override
    public void add(Metric metric, double value, long moment) {
        whole.computeIfAbsent(metric, m -> new Distribution()).add(value);
        slices.computeIfAbsent(metric, m -> empty())
                .get(window.slice(moment, Measurement.SLICES))
                .add(value);
    }

    private static List<Distribution> empty() {
        List<Distribution> list = new ArrayList<>();
        for (int i = 0; i < Measurement.SLICES; i++) {
            list.add(new Distribution());
        }
        return Collections.unmodifiableList(list);
    }

    Map<Metric, Distribution> whole() {
        return whole;
    }

    Map<Metric, List<Distribution>> slices() {
        return slices;
    }
}
