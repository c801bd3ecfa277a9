package io.github.llmperf.client;

import io.github.llmperf.client.prometheus.Exposition;
import io.github.llmperf.client.prometheus.MetricSample;
import io.github.llmperf.client.prometheus.PrometheusText;
import io.github.llmperf.plan.Target;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The metrics of a serving engine in Prometheus' text format: shown beside the client's numbers, never mixed with them.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class ServerMetrics {

    private static final List<String> COUNTERS = List.of("_total", "_sum", "_count");
    private static final List<String> ENGINES = List.of("vllm:", "sglang:", "tgi_", "llamacpp:", "lmdeploy:", "trtllm");

    private ServerMetrics() {}

    /**
     * Reads the metrics of vLLM, SGLang, TGI, llama.cpp, LMDeploy or TensorRT-LLM once. Takes a few seconds at most.
     *
     * @return sums by name; empty when there are none to be had, which is no error
     */
    public static SortedMap<String, Double> read(Target target) {
        SortedMap<String, Double> sums = new TreeMap<>();
        target.metricsPages()
                .forEach(url ->
                        SmallFetch.get(target, url).map(PrometheusText::read).ifPresent(page -> add(sums, page)));
        return sums;
    }

    /**
     * Adds what an engine says to sums over label sets; buckets of histograms, quantiles and creation times are left out.
     */
    public static void add(SortedMap<String, Double> sums, Exposition page) {
        page.samples().stream()
                .filter(ServerMetrics::isWanted)
                .forEach(sample -> sums.merge(sample.name(), sample.value(), Double::sum));
    }

    private static boolean isWanted(MetricSample sample) {
        String name = sample.name();
        return Double.isFinite(sample.value())
                && ENGINES.stream().anyMatch(name::startsWith)
                && !name.endsWith("_bucket")
                && !name.endsWith("_created")
                && !sample.labels().containsKey("quantile");
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
}
