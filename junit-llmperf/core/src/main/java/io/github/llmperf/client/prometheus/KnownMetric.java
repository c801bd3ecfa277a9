package io.github.llmperf.client.prometheus;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The names that an engine or an exporter uses for a raw metric.
 *
 * @param origin who says it, such as {@code vLLM}
 * @param names names in use, newest first: the first that stands on a page counts, since some versions tell a number under
 *     an old and a new name
 * @param factor what the number is multiplied with
 * @param counts which of its label sets count
 */
@API(status = Status.INTERNAL, since = "0.1")
public record KnownMetric(
        String origin, RawMetric ingredient, List<String> names, double factor, Predicate<MetricSample> counts) {

    /** All that is known. */
    public static final List<KnownMetric> ALL = List.of(
            of("vLLM", RawMetric.RUNNING, "vllm:num_requests_running"),
            of("vLLM", RawMetric.WAITING, "vllm:num_requests_waiting"),
            percent("vLLM", RawMetric.KV_CACHE, "vllm:kv_cache_usage_perc", "vllm:gpu_cache_usage_perc"),
            of("vLLM", RawMetric.PREEMPTIONS, "vllm:num_preemptions_total"),
            of("vLLM", RawMetric.REQUESTS, "vllm:request_success_total"),
            of("vLLM", RawMetric.PROMPT_TOKENS, "vllm:prompt_tokens_total"),
            of("vLLM", RawMetric.GENERATED_TOKENS, "vllm:generation_tokens_total"),
            of(
                    "vLLM",
                    RawMetric.CACHE_QUERIES,
                    "vllm:prefix_cache_queries_total",
                    "vllm:gpu_prefix_cache_queries_total"),
            of("vLLM", RawMetric.CACHE_HITS, "vllm:prefix_cache_hits_total", "vllm:gpu_prefix_cache_hits_total"),
            of("SGLang", RawMetric.RUNNING, "sglang:num_running_reqs"),
            of("SGLang", RawMetric.WAITING, "sglang:num_queue_reqs"),
            percent("SGLang", RawMetric.KV_CACHE, "sglang:token_usage"),
            of("SGLang", RawMetric.PREEMPTIONS, "sglang:num_retracted_requests_total"),
            of("SGLang", RawMetric.REQUESTS, "sglang:num_requests_total"),
            of("SGLang", RawMetric.PROMPT_TOKENS, "sglang:prompt_tokens_total"),
            of("SGLang", RawMetric.GENERATED_TOKENS, "sglang:generation_tokens_total"),
            of("SGLang", RawMetric.CACHE_QUERIES, "sglang:prompt_tokens_total"),
            of("SGLang", RawMetric.CACHE_HITS, "sglang:cached_tokens_total"),
            percent("SGLang", RawMetric.CACHE_SHARE, "sglang:cache_hit_rate"),
            of("TGI", RawMetric.RUNNING, "tgi_batch_current_size"),
            of("TGI", RawMetric.WAITING, "tgi_queue_size"),
            of("TGI", RawMetric.REQUESTS, "tgi_request_count", "tgi_request_count_total"),
            of("TGI", RawMetric.GENERATED_TOKENS, "tgi_request_generated_tokens_sum"),
            of("llama.cpp", RawMetric.RUNNING, "llamacpp:requests_processing"),
            of("llama.cpp", RawMetric.WAITING, "llamacpp:requests_deferred"),
            percent("llama.cpp", RawMetric.KV_CACHE, "llamacpp:kv_cache_usage_ratio"),
            of("llama.cpp", RawMetric.PROMPT_TOKENS, "llamacpp:prompt_tokens_total"),
            of("llama.cpp", RawMetric.GENERATED_TOKENS, "llamacpp:tokens_predicted_total"),
            of("LMDeploy", RawMetric.RUNNING, "lmdeploy:num_requests_running"),
            of("LMDeploy", RawMetric.WAITING, "lmdeploy:num_requests_waiting"),
            of("LMDeploy", RawMetric.WAITING, "lmdeploy:num_api_requests_waiting"),
            percent("LMDeploy", RawMetric.KV_CACHE, "lmdeploy:gpu_cache_usage_perc"),
            of("LMDeploy", RawMetric.REQUESTS, "lmdeploy:request_success_total"),
            of("LMDeploy", RawMetric.PROMPT_TOKENS, "lmdeploy:prompt_tokens_total"),
            of("LMDeploy", RawMetric.GENERATED_TOKENS, "lmdeploy:generation_tokens_total"),
            of("DCGM exporter", RawMetric.GPU_BUSY, "DCGM_FI_DEV_GPU_UTIL"),
            of("DCGM exporter", RawMetric.GPU_MEMORY_USED, "DCGM_FI_DEV_FB_USED"),
            of("DCGM exporter", RawMetric.GPU_MEMORY_FREE, "DCGM_FI_DEV_FB_FREE"),
            of("node exporter", RawMetric.CPU_TIME, "node_cpu_seconds_total"),
            of("node exporter", RawMetric.CPU_IDLE, "node_cpu_seconds_total").where(KnownMetric::isIdle),
            of("node exporter", RawMetric.HOST_MEMORY_AVAILABLE, "node_memory_MemAvailable_bytes"),
            of("node exporter", RawMetric.DISK_BYTES, "node_disk_read_bytes_total")
                    .where(KnownMetric::isDisk),
            of("node exporter", RawMetric.DISK_BYTES, "node_disk_written_bytes_total")
                    .where(KnownMetric::isDisk),
            of("node exporter", RawMetric.NETWORK_BYTES, "node_network_receive_bytes_total")
                    .where(KnownMetric::isNetwork),
            of("node exporter", RawMetric.NETWORK_BYTES, "node_network_transmit_bytes_total")
                    .where(KnownMetric::isNetwork));

    /** Copies the list. */
    public KnownMetric {
        names = List.copyOf(names);
    }

    private static KnownMetric of(String origin, RawMetric ingredient, String... names) {
        return new KnownMetric(origin, ingredient, List.of(names), 1, sample -> true);
    }

    /** Engines call it a percentage but report a fraction. */
    private static KnownMetric percent(String origin, RawMetric ingredient, String... names) {
        return new KnownMetric(origin, ingredient, List.of(names), 100, sample -> true);
    }

    private KnownMetric where(Predicate<MetricSample> condition) {
        return new KnownMetric(origin, ingredient, names, factor, condition);
    }

    /** A processor that waits for a disk could do something else. */
    private static boolean isIdle(MetricSample sample) {
        return sample.label("mode").equals("idle") || sample.label("mode").equals("iowait");
    }

    /** Devices made of disks count their bytes a second time. */
    private static boolean isDisk(MetricSample sample) {
        return Stream.of("dm-", "md", "loop", "ram", "zram", "sr").noneMatch(sample.label("device")::startsWith);
    }

    /** Traffic over a bridge or a tunnel also passes a network card, or never leaves the host. */
    private static boolean isNetwork(MetricSample sample) {
        String device = sample.label("device");
        return !device.equals("lo")
                && Stream.of("veth", "docker", "br-", "cni", "flannel", "cali", "virbr", "tun", "vxlan", "bond")
                        .noneMatch(device::startsWith);
    }
}
