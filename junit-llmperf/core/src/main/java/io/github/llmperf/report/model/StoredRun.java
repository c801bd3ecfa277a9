package io.github.llmperf.report.model;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.wording.Figures;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A stored run with its histograms.
 *
 * @param run its line
 * @param samples of the latencies that are drawn, as far as their histograms are kept and can be read
 */
@API(status = Status.INTERNAL, since = "0.1")
public record StoredRun(BaselineRun run, Map<Metric, Distribution> samples) {

    private static final int DATE = "2026-03-01".length();

    /** Copies the map. */
    public StoredRun {
        samples = Collections.unmodifiableMap(samples.isEmpty() ? Map.of() : new EnumMap<>(samples));
    }

    /**
     * Reads a line.
     *
     * @return the run with every histogram that can be read; the findings name those that cannot
     */
    public static StoredRun of(BaselineRun run) {
        Map<Metric, Distribution> samples = new EnumMap<>(Metric.class);
        run.histograms().forEach((metric, text) -> {
            if (Percentiles.DRAWN.contains(metric)) {
                read(text).ifPresent(distribution -> samples.put(metric, distribution));
            }
        });
        return new StoredRun(run, samples);
    }

    private static Optional<Distribution> read(String text) {
        try {
            return Optional.of(Distribution.decode(text)).filter(samples -> samples.n() > 0);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the day on which it began, UTC. */
    public static String date(BaselineRun run) {
        return run.startedAt().toString().substring(0, DATE);
    }

    /** Returns a commit as git abbreviates it; a dash where none is known. */
    public static String commit(BaselineRun run) {
        return run.commit() == null ? "–" : Figures.commit(run.commit());
    }
}
