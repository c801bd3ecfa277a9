package io.github.llmperf.report.svg;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.verdict.PairedRuns;
import io.github.llmperf.wording.Figures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a run's latencies are drawn against: the stored runs, or the loads of the second target. */
final class QuantileBands {

    private static final double OPACITY = .2;

    private final Map<Metric, QuantileBand> bands = new EnumMap<>(Metric.class);
    private final boolean paired;

    QuantileBands(Report report, List<Metric> metrics) {
        paired = report.plan().load().pairing() != null;
        for (Metric metric : metrics) {
            List<Distribution> runs = paired ? ofPairs(report, metric) : ofStored(report, metric);
            if (!runs.isEmpty()) {
                bands.put(metric, new QuantileBand(runs));
            }
        }
    }

    /** Each search ends at another load, so its latencies cannot be compared. */
    private static List<Distribution> ofStored(Report report, Metric metric) {
        if (report.series().search().isPresent()) {
            return List.of();
        }
        return report.baseline().stored().runs().stream()
                .map(stored -> stored.samples().get(metric))
                .flatMap(samples -> Optional.ofNullable(samples).stream())
                .toList();
    }

    private static List<Distribution> ofPairs(Report report, Metric metric) {
        return report.paired().map(PairedRuns::pairs).orElse(List.of()).stream()
                .map(PairedRuns.Pair::other)
                .map(load -> load.distribution(metric))
                .flatMap(Optional::stream)
                .filter(samples -> samples.n() > 0)
                .toList();
    }

    /** The band of a latency; empty where no histogram of it is kept. */
    Optional<QuantileBand> of(Metric metric) {
        return Optional.ofNullable(bands.get(metric));
    }

    /** The band with the most runs, which represents all bands in a legend. */
    Optional<QuantileBand> widest() {
        return bands.values().stream()
                .reduce((one, other) -> other.runs().size() > one.runs().size() ? other : one);
    }

    /** Says whose bands they are, such as {@code 5 stored runs} or {@code canary's 8 loads}. */
    String whose(QuantileBand band, String reference) {
        int runs = band.runs().size();
        return paired ? reference + "'s " + Figures.count(runs, "load") : Figures.count(runs, "stored run");
    }

    /** Draws the band of a latency and the thin line of its median. */
    void draw(Markup svg, Metric metric, String colour, QuantilePath path) {
        of(metric).ifPresent(band -> {
            double reach = band.lastNines();
            if (band.isArea()) {
                List<String> around = new ArrayList<>(path.points(band::high, reach));
                Collections.reverse(around);
                around.addAll(0, path.points(band::low, reach));
                String area = "M" + String.join("L", around) + "Z";
                svg.empty("path", "class", "band", "d", area, "style", "fill:" + colour + ";opacity:" + OPACITY);
            }
            SvgParts.line(svg, path.line(band::middle, reach), colour, .9);
        });
    }
}
