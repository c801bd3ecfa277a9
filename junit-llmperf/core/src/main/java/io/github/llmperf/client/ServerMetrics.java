package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import java.net.URI;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** What a serving engine says of itself in Prometheus' text format: shown beside the client's numbers, never mixed. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ServerMetrics {

    private static final List<String> COUNTERS = List.of("_total", "_sum", "_count");

    private ServerMetrics() {}

    /**
     * Reads the metrics of vLLM, SGLang, TGI, llama.cpp, LMDeploy or TensorRT-LLM, summed over their label sets; buckets
     * of histograms are left out. Takes a few seconds at most.
     *
     * @param target its metrics url, or {@code /metrics} at the root of its host
     * @return values by name; empty when there are none to be had, which is no error
     */
    public static SortedMap<String, Double> read(Target target) {
        URI url = target.metricsUrl();
        return SmallFetch.get(target, url == null ? atRoot(target.url()) : url)
                .map(PrometheusText::read)
                .orElseGet(TreeMap::new);
    }

    /**
     * Returns what a run changed: the growth of counters (names ending in {@code _total}, {@code _sum} or
     * {@code _count}) and the last value of everything else. A counter that fell was reset by a restart: its last value
     * is what grew since.
     *
     * @param before values read before the run
     * @param after values read after it
     * @return values by name, those of {@code after}
     */
    public static SortedMap<String, Double> between(SortedMap<String, Double> before, SortedMap<String, Double> after) {
        SortedMap<String, Double> change = new TreeMap<>();
        after.forEach((name, last) -> {
            double first = before.getOrDefault(name, 0.0);
            boolean grows = COUNTERS.stream().anyMatch(name::endsWith) && last >= first;
            change.put(name, grows ? last - first : last);
        });
        return change;
    }

    private static URI atRoot(URI url) {
        return URI.create(url.getScheme() + "://" + url.getRawAuthority() + "/metrics");
    }
}
