package io.github.llmperf.bench.verdict;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.RequestCounts;
import io.github.llmperf.measure.SliceBootstrap;
import io.github.llmperf.measure.TokenCounts;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.protocol.TokensFrom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** How exactly a run knows its own values, as the product estimates it from time slices. */
final class WithinRun {

    private WithinRun() {}

    /** Returns the standard deviation of the logarithm of each guarded measure; not a number where it is not known. */
    static double[] of(RunRecord run) {
        Measurement measurement = measurement(run);
        return Arrays.stream(BenchMeasure.values())
                .mapToDouble(measure -> SliceBootstrap.relativeSd(measurement, measure.measure())
                        .orElse(Double.NaN))
                .toArray();
    }

    /** Returns what the product's own recorder would have made of the latencies; nothing else in it is of account. */
    static Measurement measurement(RunRecord run) {
        Map<Metric, List<Distribution>> slices =
                Map.of(Metric.TTFT, slices(run.ttft()), Metric.TPOT, slices(run.tpot()));
        return new Measurement(
                Map.of(Metric.TTFT, Distribution.of(run.ttft()), Metric.TPOT, Distribution.of(run.tpot())),
                slices,
                // Without an error rate the limit on errors is broken, which settles every doubt.
                Map.of(Metric.ERROR_RATE, 0.),
                new RequestCounts(run.ttft().length, run.ttft().length, 0, 0, 0, 0, 0, 0, Map.of()),
                new TokenCounts(0, 0, -1, TokensFrom.USAGE),
                new Measurement.Window(Phases.WindowKind.STEADY, 1, 1, 1, false),
                new Measurement.WholeRun(Map.of()),
                1,
                List.of());
    }

    private static List<Distribution> slices(double[] samples) {
        List<Distribution> slices = new ArrayList<>();
        for (int i = 0; i < Measurement.SLICES; i++) {
            int from = i * samples.length / Measurement.SLICES;
            int to = (i + 1) * samples.length / Measurement.SLICES;
            slices.add(Distribution.of(Arrays.copyOfRange(samples, from, to)));
        }
        return slices;
    }
}
