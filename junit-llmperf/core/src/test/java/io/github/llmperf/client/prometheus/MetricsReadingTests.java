package io.github.llmperf.client.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What engines and exporters call their metrics, from pages as they write them. */
class MetricsReadingTests {

    private static MetricsReading of(String page) {
        return MetricsReading.of(PrometheusText.read(page));
    }

    @Test
    void knowsVllm() {
        MetricsReading reading = of(
                """
                vllm:num_requests_running{engine="0",model_name="m"} 3.0
                vllm:num_requests_running{engine="1",model_name="m"} 4.0
                vllm:num_requests_waiting{engine="0",model_name="m"} 2.0
                vllm:gpu_cache_usage_perc{engine="0",model_name="m"} 0.9
                vllm:kv_cache_usage_perc{engine="0",model_name="m"} 0.25
                vllm:kv_cache_usage_perc{engine="1",model_name="m"} 0.5
                vllm:num_preemptions_total{engine="0",model_name="m"} 6.0
                vllm:prompt_tokens_total{engine="0",model_name="m"} 1000.0
                vllm:generation_tokens_total{engine="0",model_name="m"} 500.0
                vllm:prefix_cache_queries_total{engine="0",model_name="m"} 900.0
                vllm:prefix_cache_hits_total{engine="0",model_name="m"} 90.0
                vllm:gpu_prefix_cache_hits_total{engine="0",model_name="m"} 90.0
                vllm:request_success_total{engine="0",finished_reason="stop"} 7.0
                vllm:request_success_total{engine="0",finished_reason="length"} 1.0
                vllm:request_success_created{engine="0",finished_reason="stop"} 1.7e9
                """);

        assertThat(reading.values())
                .isEqualTo(Map.of(
                        RawMetric.RUNNING, 7.0,
                        RawMetric.WAITING, 2.0,
                        RawMetric.KV_CACHE, 50.0,
                        RawMetric.PREEMPTIONS, 6.0,
                        RawMetric.PROMPT_TOKENS, 1000.0,
                        RawMetric.GENERATED_TOKENS, 500.0,
                        RawMetric.CACHE_QUERIES, 900.0,
                        RawMetric.CACHE_HITS, 90.0,
                        RawMetric.REQUESTS, 8.0));
    }

    @Test
    void knowsTheOldNamesOfVllm() {
        assertThat(of("vllm:gpu_cache_usage_perc 0.9\nvllm:gpu_prefix_cache_hits_total 5\n")
                        .values())
                .isEqualTo(Map.of(RawMetric.KV_CACHE, 90.0, RawMetric.CACHE_HITS, 5.0));
    }

    @Test
    void knowsSglang() {
        MetricsReading reading = of(
                """
                sglang:num_running_reqs{model_name="m",tp_rank="0"} 128.0
                sglang:num_queue_reqs{model_name="m",tp_rank="0"} 12.0
                sglang:token_usage{model_name="m",tp_rank="0"} 0.75
                sglang:cache_hit_rate{model_name="m",tp_rank="0"} 0.5
                sglang:num_retracted_requests_total{model_name="m"} 3.0
                sglang:prompt_tokens_total{model_name="m"} 100.0
                sglang:cached_tokens_total{model_name="m",cache_source="device"} 10.0
                sglang:cached_tokens_total{model_name="m",cache_source="host"} 1.0
                sglang:generation_tokens_total{model_name="m"} 50.0
                sglang:num_requests_total{model_name="m"} 5.0
                """);

        assertThat(reading.values())
                .isEqualTo(Map.of(
                        RawMetric.RUNNING, 128.0,
                        RawMetric.WAITING, 12.0,
                        RawMetric.KV_CACHE, 75.0,
                        RawMetric.CACHE_SHARE, 50.0,
                        RawMetric.PREEMPTIONS, 3.0,
                        RawMetric.PROMPT_TOKENS, 100.0,
                        RawMetric.CACHE_QUERIES, 100.0,
                        RawMetric.CACHE_HITS, 11.0,
                        RawMetric.GENERATED_TOKENS, 50.0,
                        RawMetric.REQUESTS, 5.0));
    }

    @Test
    void knowsTgi() {
        MetricsReading reading = of(
                """
                tgi_batch_current_size 4
                tgi_queue_size 9
                tgi_request_generated_tokens_sum 80
                tgi_request_count{method="prefill"} 3
                """);

        assertThat(reading.values())
                .isEqualTo(Map.of(
                        RawMetric.RUNNING, 4.0,
                        RawMetric.WAITING, 9.0,
                        RawMetric.GENERATED_TOKENS, 80.0,
                        RawMetric.REQUESTS, 3.0));
    }

    @Test
    void knowsLlamaCpp() {
        MetricsReading reading = of(
                """
                llamacpp:requests_processing 2
                llamacpp:requests_deferred 1
                llamacpp:kv_cache_usage_ratio 0.63
                llamacpp:tokens_predicted_total 20
                """);

        assertThat(reading.values())
                .isEqualTo(Map.of(
                        RawMetric.RUNNING, 2.0,
                        RawMetric.WAITING, 1.0,
                        RawMetric.KV_CACHE, 63.0,
                        RawMetric.GENERATED_TOKENS, 20.0));
    }

    @Test
    void knowsLmdeploy() {
        MetricsReading reading = of(
                """
                lmdeploy:num_requests_running 2
                lmdeploy:num_requests_waiting 1
                lmdeploy:num_api_requests_waiting 5
                lmdeploy:gpu_cache_usage_perc 0.5
                """);

        assertThat(reading.values())
                .isEqualTo(Map.of(
                        RawMetric.RUNNING, 2.0,
                        RawMetric.WAITING, 6.0,
                        RawMetric.KV_CACHE, 50.0));
    }

    @Test
    void knowsEachGpuOnceAndItsMemory() {
        MetricsReading reading = of(
                """
                # TYPE DCGM_FI_DEV_GPU_UTIL gauge
                DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-a",Hostname="n1",pod="a"} 90
                DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-a",Hostname="n1",pod="b"} 90
                DCGM_FI_DEV_GPU_UTIL{gpu="1",UUID="GPU-b",Hostname="n1"} 30
                DCGM_FI_DEV_FB_USED{gpu="0"} 60000
                DCGM_FI_DEV_FB_USED{gpu="1"} 20000
                DCGM_FI_DEV_FB_FREE{gpu="0"} 20000
                DCGM_FI_DEV_FB_FREE{gpu="1"} 60000
                """);

        assertThat(reading.gpus()).isEqualTo(Map.of("n1 0", 90.0, "n1 1", 30.0));
        assertThat(reading.value(RawMetric.GPU_MEMORY_USED)).hasValue(80000);
        assertThat(reading.value(RawMetric.GPU_MEMORY_FREE)).hasValue(80000);
    }

    @Test
    void knowsTheHostAndCountsNothingTwice() {
        MetricsReading reading = of(
                """
                node_cpu_seconds_total{cpu="0",mode="idle"} 100
                node_cpu_seconds_total{cpu="0",mode="iowait"} 20
                node_cpu_seconds_total{cpu="0",mode="user"} 80
                node_memory_MemAvailable_bytes 1.073741824e+10
                node_disk_read_bytes_total{device="nvme0n1"} 1000
                node_disk_read_bytes_total{device="dm-0"} 1000
                node_disk_written_bytes_total{device="nvme0n1"} 500
                node_network_receive_bytes_total{device="eth0"} 30
                node_network_receive_bytes_total{device="lo"} 999
                node_network_transmit_bytes_total{device="eth0"} 12
                node_network_transmit_bytes_total{device="veth12"} 999
                """);

        assertThat(reading.values())
                .isEqualTo(Map.of(
                        RawMetric.CPU_TIME, 200.0,
                        RawMetric.CPU_IDLE, 120.0,
                        RawMetric.HOST_MEMORY_AVAILABLE, 1.073741824e10,
                        RawMetric.DISK_BYTES, 1500.0,
                        RawMetric.NETWORK_BYTES, 42.0));
    }

    @Test
    void takesWhatIsNoNumberForNothing() {
        assertThat(of("vllm:kv_cache_usage_perc NaN\nvllm:num_requests_running +Inf\ngo_threads 7\n")
                        .values())
                .isEmpty();
    }

    @Test
    void addsUpPagesAndKeepsTheFullestCache() {
        MetricsReading both = of("vllm:num_requests_running 3\nvllm:kv_cache_usage_perc 0.2\n")
                .and(of("vllm:num_requests_running 4\nvllm:kv_cache_usage_perc 0.9\n"));

        assertThat(both.values()).isEqualTo(Map.of(RawMetric.RUNNING, 7.0, RawMetric.KV_CACHE, 90.0));
        assertThat(both.without(Set.of(RawMetric.RUNNING)).values()).isEqualTo(Map.of(RawMetric.KV_CACHE, 90.0));
    }
}
