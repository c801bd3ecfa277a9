package io.github.llmperf.baseline;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds lines that are compared with and contradict themselves, as lines do whose numbers were changed by hand.
 * They count as they stand: whoever reviews the file decides.
 */
record EditedNumbers(BaselineFile file) {

    /** What a histogram knows, to its resolution. */
    private static final Set<Statistic.Kind> KNOWN =
            Set.of(Statistic.Kind.MEAN, Statistic.Kind.PERCENTILE, Statistic.Kind.MIN, Statistic.Kind.MAX);

    /** Values are rounded to six digits. */
    private static final double ROUNDED = 1e-6;

    /** Returns a warning for each contradiction in the lines of some runs, in the order of lines. */
    List<LineWarning> warnings(Collection<BaselineRun> used) {
        Set<BaselineRun> runs = new HashSet<>(used);
        List<LineWarning> warnings = new ArrayList<>();
        for (LinesOfRun stored : file.stored()) {
            if (runs.contains(stored.run())) {
                StoredLine line = stored.heaviest();
                hash(line, stored.run(), warnings);
                stored.run().histograms().forEach((metric, text) -> values(line, metric, text, warnings));
            }
        }
        return warnings;
    }

    private void hash(StoredLine line, BaselineRun run, List<LineWarning> warnings) {
        String hash = run.comparability().hash();
        ComparabilityJson.statedHash(BaselineLine.parse(line.text()))
                .filter(stated -> !stated.equals(hash))
                .ifPresent(stated -> warnings.add(file.warning(line, new LineWarning.OtherHash(stated, hash))));
    }

    private void values(StoredLine line, Metric metric, String text, List<LineWarning> warnings) {
        Optional<Distribution> histogram = decode(text);
        if (histogram.isEmpty()) {
            warnings.add(file.warning(line, new LineWarning.NoHistogram(metric)));
            return;
        }
        for (Map.Entry<Measure, Double> entry : line.requireRun().values().entrySet()) {
            Measure measure = entry.getKey();
            if (measure.metric() == metric && KNOWN.contains(measure.statistic().kind())) {
                value(line, measure, entry.getValue(), histogram.get(), warnings);
            }
        }
    }

    private static Optional<Distribution> decode(String text) {
        try {
            return Optional.of(Distribution.decode(text)).filter(histogram -> histogram.n() > 0);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private void value(
            StoredLine line, Measure measure, double value, Distribution histogram, List<LineWarning> warnings) {
        double counted = histogram.value(measure.statistic());
        double apart = histogram.resolution(Math.max(value, counted)) + ROUNDED * value;
        if (Math.abs(value - counted) > apart) {
            warnings.add(file.warning(line, new LineWarning.OtherValue(measure, value, counted)));
        }
    }
}
