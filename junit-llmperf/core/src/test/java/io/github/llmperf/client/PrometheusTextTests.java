package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PrometheusTextTests {

    @Test
    void sumsOverLabelSetsAndLeavesBucketsOut() {
        String text =
                """
                # HELP vllm:prompt_tokens_total Number of prefill tokens processed.
                # TYPE vllm:prompt_tokens_total counter
                vllm:prompt_tokens_total{engine="0",model_name="a b{c}\\"}"} 10.0
                vllm:prompt_tokens_total{engine="1",model_name="m"} 5 1700000000
                vllm:prompt_tokens_created{engine="0"} 1.7e9
                vllm:time_to_first_token_seconds_bucket{le="+Inf"} 3
                vllm:time_to_first_token_seconds_sum 1.5
                vllm:time_to_first_token_seconds_count 3
                vllm:kv_cache_usage_perc NaN
                tgi_request_duration{quantile="0.5"} 9
                llamacpp:requests_processing 2
                sglang:num_requests_total 4
                lmdeploy:x 1
                trtllm_kv 0.5
                go_threads 7
                vllm:cut
                """;

        assertThat(PrometheusText.read(text))
                .isEqualTo(Map.of(
                        "vllm:prompt_tokens_total", 15.0,
                        "vllm:time_to_first_token_seconds_sum", 1.5,
                        "vllm:time_to_first_token_seconds_count", 3.0,
                        "llamacpp:requests_processing", 2.0,
                        "sglang:num_requests_total", 4.0,
                        "lmdeploy:x", 1.0,
                        "trtllm_kv", 0.5));
    }

    @Test
    void takesTheGrowthOfCountersAndTheLastValueOfTheRest() {
        TreeMap<String, Double> before =
                new TreeMap<>(Map.of("a_total", 10.0, "b", 3.0, "d_sum", 50.0, "e_count", 1.0));
        TreeMap<String, Double> after =
                new TreeMap<>(Map.of("a_total", 14.0, "b", 1.0, "c_total", 2.0, "d_sum", 5.0, "e_count", 4.0));

        assertThat(ServerMetrics.between(before, after))
                .isEqualTo(Map.of("a_total", 4.0, "b", 1.0, "c_total", 2.0, "d_sum", 5.0, "e_count", 3.0));
    }
}
