package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.engine.Engine;
import java.util.Map;
import java.util.TreeMap;

/** What {@code /metrics} tells, under vLLM's names. Booked by the engine's thread, read by others. */
final class ServingMetrics {

    private final Map<String, Long> finished = new TreeMap<>();
    private final Histogram ttft = new Histogram();
    private final Histogram itl = new Histogram();
    private final Histogram tpot = new Histogram();
    private final Histogram e2e = new Histogram();
    private final Histogram queue = new Histogram();
    private final Histogram prefill = new Histogram();
    private final Histogram decode = new Histogram();
    private final Histogram inference = new Histogram();
    private int running;
    private int waiting;
    private double memoryUsage;
    private long preemptions;
    private long cached;
    private long promptTokens;
    private long generationTokens;

    ServingMetrics() {
        for (String reason : new String[] {"abort", "error", "length", "stop"}) {
            finished.put(reason, 0L);
        }
    }

    synchronized void load(Engine engine) {
        running = engine.running();
        waiting = engine.waiting();
        memoryUsage = engine.memoryUsage();
    }

    synchronized int running() {
        return running;
    }

    synchronized int waiting() {
        return waiting;
    }

    synchronized void started(long queueNanos, int cachedTokens) {
        queue.add(queueNanos);
        cached += cachedTokens;
    }

    synchronized void preempted() {
        preemptions++;
    }

    synchronized void firstToken(int prompt, long ttftNanos, long prefillNanos) {
        promptTokens += prompt;
        generationTokens++;
        ttft.add(ttftNanos);
        prefill.add(prefillNanos);
    }

    synchronized void nextToken(long gapNanos) {
        generationTokens++;
        itl.add(gapNanos);
    }

    synchronized void finished(String reason) {
        finished.merge(reason, 1L, Long::sum);
    }

    synchronized void latencies(long e2eNanos, long inferenceNanos, long decodeNanos, int tokens) {
        e2e.add(e2eNanos);
        inference.add(inferenceNanos);
        decode.add(decodeNanos);
        tpot.add(tokens > 1 ? decodeNanos / (tokens - 1) : 0);
    }

    synchronized String text(String model) {
        MetricsText text = new MetricsText(model);
        single(text, "vllm:num_requests_running", "gauge", "Requests being computed.", running);
        single(text, "vllm:num_requests_waiting", "gauge", "Requests waiting to be computed.", waiting);
        single(text, "vllm:num_preemptions_total", "counter", "Requests put back.", (double) preemptions);
        single(text, "vllm:kv_cache_usage_perc", "gauge", "Memory in use, 1 is full.", memoryUsage);
        single(text, "vllm:prefix_cache_queries_total", "counter", "Prompt tokens looked up.", (double) promptTokens);
        single(text, "vllm:prefix_cache_hits_total", "counter", "Prompt tokens found.", (double) cached);
        single(text, "vllm:prompt_tokens_total", "counter", "Prompt tokens read.", (double) promptTokens);
        single(text, "vllm:generation_tokens_total", "counter", "Tokens produced.", (double) generationTokens);
        text.family("vllm:request_success_total", "counter", "Requests ended, by reason.");
        finished.forEach((reason, count) ->
                text.sample("vllm:request_success_total", "finished_reason", reason, count.doubleValue()));
        ttft.write(text, "vllm:time_to_first_token_seconds", "Arrival to first token.");
        itl.write(text, "vllm:inter_token_latency_seconds", "Between two tokens of a request.");
        tpot.write(text, "vllm:request_time_per_output_token_seconds", "Mean of a request without its first token.");
        e2e.write(text, "vllm:e2e_request_latency_seconds", "Arrival to last token.");
        queue.write(text, "vllm:request_queue_time_seconds", "Arrival to start.");
        prefill.write(text, "vllm:request_prefill_time_seconds", "Start to first token.");
        decode.write(text, "vllm:request_decode_time_seconds", "First to last token.");
        inference.write(text, "vllm:request_inference_time_seconds", "Start to last token.");
        return text.toString();
    }

    private static void single(MetricsText text, String name, String type, String help, double value) {
        text.family(name, type, help);
        text.sample(name, value);
    }
}
