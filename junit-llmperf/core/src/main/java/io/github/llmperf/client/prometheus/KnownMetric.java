package io.github.llmperf.client.prometheus;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What an engine or an exporter calls an ingredient.
 *
 * @param origin who says it, such as {@code vLLM}
 * @param ingredient what it is
 * @param names names in use, newest first: the first that stands on a page counts, since some versions tell a number under
 *     an old and a new name
 * @param factor what the number is multiplied with
 * @param counts which of its label sets count
 */
@API(status = Status.INTERNAL, since = "0.1")
public record KnownMetric(
        String origin, Ingredient ingredient, List<String> names, double factor, Predicate<MetricSample> counts) {

    /** All that is known. */
    public static final List<KnownMetric> ALL = List.of(
            of("vLLM", Ingredient.RUNNING, "vllm:num_requests_running"),
            of("vLLM", Ingredient.WAITING, "vllm:num_requests_waiting"),
            percent("vLLM", Ingredient.KV_CACHE, "vllm:kv_cache_usage_perc", "vllm:gpu_cache_usage_perc"),
            of("vLLM", Ingredient.PREEMPTIONS, "vllm:num_preemptions_total"),
            of("vLLM", Ingredient.REQUESTS, "vllm:request_success_total"),
            of("vLLM", Ingredient.PROMPT_TOKENS, "vllm:prompt_tokens_total"),
            of("vLLM", Ingredient.GENERATED_TOKENS, "vllm:generation_tokens_total"),
            of(
                    "vLLM",
                    Ingredient.CACHE_QUERIES,
                    "vllm:prefix_cache_queries_total",
                    "vllm:gpu_prefix_cache_queries_total"),
            of("vLLM", Ingredient.CACHE_HITS, "vllm:prefix_cache_hits_total", "vllm:gpu_prefix_cache_hits_total"),
            of("SGLang", Ingredient.RUNNING, "sglang:num_running_reqs"),
            of("SGLang", Ingredient.WAITING, "sglang:num_queue_reqs"),
            percent("SGLang", Ingredient.KV_CACHE, "sglang:token_usage"),
            of("SGLang", Ingredient.PREEMPTIONS, "sglang:num_retracted_requests_total"),
            of("SGLang", Ingredient.REQUESTS, "sglang:num_requests_total"),
            of("SGLang", Ingredient.PROMPT_TOKENS, "sglang:prompt_tokens_total"),
            of("SGLang", Ingredient.GENERATED_TOKENS, "sglang:generation_tokens_total"),
            of("SGLang", Ingredient.CACHE_QUERIES, "sglang:prompt_tokens_total"),
            of("SGLang", Ingredient.CACHE_HITS, "sglang:cached_tokens_total"),
            percent("SGLang", Ingredient.CACHE_SHARE, "sglang:cache_hit_rate"),
            of("TGI", Ingredient.RUNNING, "tgi_batch_current_size"),
            of("TGI", Ingredient.WAITING, "tgi_queue_size"),
            of("TGI", Ingredient.REQUESTS, "tgi_request_count", "tgi_request_count_total"),
            of("TGI", Ingredient.GENERATED_TOKENS, "tgi_request_generated_tokens_sum"),
            of("llama.cpp", Ingredient.RUNNING, "llamacpp:requests_processing"),
            of("llama.cpp", Ingredient.WAITING, "llamacpp:requests_deferred"),
            percent("llama.cpp", Ingredient.KV_CACHE, "llamacpp:kv_cache_usage_ratio"),
            of("llama.cpp", Ingredient.PROMPT_TOKENS, "llamacpp:prompt_tokens_total"),
            of("llama.cpp", Ingredient.GENERATED_TOKENS, "llamacpp:tokens_predicted_total"),
            of("LMDeploy", Ingredient.RUNNING, "lmdeploy:num_requests_running"),
            of("LMDeploy", Ingredient.WAITING, "lmdeploy:num_requests_waiting"),
            of("LMDeploy", Ingredient.WAITING, "lmdeploy:num_api_requests_waiting"),
            percent("LMDeploy", Ingredient.KV_CACHE, "lmdeploy:gpu_cache_usage_perc"),
            of("LMDeploy", Ingredient.REQUESTS, "lmdeploy:request_success_total"),
            of("LMDeploy", Ingredient.PROMPT_TOKENS, "lmdeploy:prompt_tokens_total"),
            of("LMDeploy", Ingredient.GENERATED_TOKENS, "lmdeploy:generation_tokens_total"),
            of("DCGM exporter", Ingredient.GPU_BUSY, "DCGM_FI_DEV_GPU_UTIL"),
            of("DCGM exporter", Ingredient.GPU_MEMORY_USED, "DCGM_FI_DEV_FB_USED"),
            of("DCGM exporter", Ingredient.GPU_MEMORY_FREE, "DCGM_FI_DEV_FB_FREE"),
            of("node exporter", Ingredient.CPU_TIME, "node_cpu_seconds_total"),
            of("node exporter", Ingredient.CPU_IDLE, "node_cpu_seconds_total").where(KnownMetric::isIdle),
            of("node exporter", Ingredient.HOST_MEMORY_AVAILABLE, "node_memory_MemAvailable_bytes"),
            of("node exporter", Ingredient.DISK_BYTES, "node_disk_read_bytes_total")
                    .where(KnownMetric::isDisk),
            of("node exporter", Ingredient.DISK_BYTES, "node_disk_written_bytes_total")
                    .where(KnownMetric::isDisk),
            of("node exporter", Ingredient.NETWORK_BYTES, "node_network_receive_bytes_total")
                    .where(KnownMetric::isNetwork),
            of("node exporter", Ingredient.NETWORK_BYTES, "node_network_transmit_bytes_total")
                    .where(KnownMetric::isNetwork));

    /** Copies the list. */
    public KnownMetric {
        names = List.copyOf(names);
    }

    private static KnownMetric of(String origin, Ingredient ingredient, String... names) {
        return new KnownMetric(origin, ingredient, List.of(names), 1, sample -> true);
    }

    /** Engines call it a percentage and tell a part of one. */
    private static KnownMetric percent(String origin, Ingredient ingredient, String... names) {
        return new KnownMetric(origin, ingredient, List.of(names), 100, sample -> true);
    }

    private KnownMetric where(Predicate<MetricSample> condition) {
        return new KnownMetric(origin, ingredient, names, factor, condition);
    }

    /** A processor that waits for a disk could do something else. */
    private static boolean isIdle(MetricSample sample) {
        return sample.label("mode").equals("idle") || sample.label("mode").equals("iowait");
    }

    /** What is made of disks tells their bytes a second time. */
    private static boolean isDisk(MetricSample sample) {
        return Stream.of("dm-", "md", "loop", "ram", "zram", "sr").noneMatch(sample.label("device")::startsWith);
    }

    /** What passes a bridge or a tunnel passes a card as well, or never leaves the host. */
    private static boolean isNetwork(MetricSample sample) {
        String device = sample.label("device");
        return !device.equals("lo")
                && Stream.of("veth", "docker", "br-", "cni", "flannel", "cali", "virbr", "tun", "vxlan", "bond")
                        .noneMatch(device::startsWith);
    }
}
