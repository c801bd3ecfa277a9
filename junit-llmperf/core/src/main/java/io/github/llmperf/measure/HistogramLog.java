package io.github.llmperf.measure;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.metric.Metric;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes the latencies of a run as a log of HdrHistogram ({@code .hlog}, format 1.3): a histogram of µs for each metric
 * and each time slice of the window, tagged with the metric's name. It holds the metrics in ms that limits and
 * baselines use; each further histogram costs time at the end of every run.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class HistogramLog {

    private static final List<Metric> LATENCIES = List.of(
            Metric.TTFT,
            Metric.TPOT,
            Metric.ITL,
            Metric.E2E,
            Metric.RESPONSE_TIME,
            Metric.SERVER_TTFT,
            Metric.SERVER_TPOT);

    private HistogramLog() {}

    /**
     * Writes a log.
     *
     * @param measurement of the run, or of its repetitions together
     * @return text that any reader of such logs understands, values in µs and Interval_Max in ms; empty without samples
     */
    public static String of(Measurement measurement, LoadRun run) {
        List<Metric> metrics = LATENCIES.stream()
                .filter(metric -> measurement.distribution(metric).isPresent())
                .toList();
        if (metrics.isEmpty()) {
            return "";
        }
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        HistogramLogWriter writer = new HistogramLogWriter(target);
        writer.outputComment("[Latencies by junit-llmperf: values in microseconds, Interval_Max in milliseconds]");
        writer.outputLogFormatVersion();
        writer.outputStartTime(run.startedAt().toEpochMilli());
        writer.outputBaseTime(run.startedAt().toEpochMilli());
        writer.outputLegend();
        Window window = Window.of(measurement, run.times(), metrics);
        Histogram samples = Distribution.emptyHistogram();
        for (int i = 0; i < window.slices(); i++) {
            for (Metric metric : metrics) {
                window.samples(measurement, metric, i).copyInto(samples);
                if (samples.getTotalCount() > 0) {
                    samples.setTag(metric.jsonName());
                    writer.outputIntervalHistogram(window.start(i), window.start(i + 1), samples, Distribution.SCALE);
                }
            }
        }
        writer.close();
        return target.toString(StandardCharsets.UTF_8);
    }

    /** The window in seconds from the run's start; of repetitions one slice, since each has a window of its own. */
    private record Window(double from, double seconds, int slices) {

        static Window of(Measurement measurement, RunTimes times, List<Metric> metrics) {
            double from = (times.windowOpened() - times.started()) / 1e9;
            double seconds = times.windowSeconds();
            boolean isOfOneRun = Math.abs(measurement.window().seconds() - seconds) < 1e-6;
            boolean isSliced = isOfOneRun && measurement.slices().keySet().containsAll(metrics);
            return new Window(from, seconds, isSliced ? Measurement.SLICES : 1);
        }

        double start(int slice) {
            return from + seconds * slice / slices;
        }

        Distribution samples(Measurement measurement, Metric metric, int slice) {
            return slices == 1
                    ? measurement.distribution(metric).orElseThrow()
                    : Objects.requireNonNull(measurement.slices().get(metric)).get(slice);
        }
    }
}
