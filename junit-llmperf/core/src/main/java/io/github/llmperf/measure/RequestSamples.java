package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.protocol.Answer;
import java.util.OptionalDouble;

/** Adds what one measured request contributes to the distributions. */
record RequestSamples(RequestLatencies latencies, SampleSink samples) {

    void add(RequestRecord record) {
        long start = latencies.start(record);
        samples.add(Metric.RESPONSE_TIME, latencies.responseTime(record), start);
        if (record.succeeded()) {
            addLatencies(record, start);
            addSizes(record, start);
            addServerTimes(record.answer(), start);
        }
    }

    private void addLatencies(RequestRecord record, long start) {
        addPresent(Metric.TTFT, latencies.ttft(record), start);
        addPresent(Metric.TTFO, latencies.ttfo(record), start);
        addPresent(Metric.TTFE, latencies.ttfe(record), start);
        addPresent(Metric.TPOT, latencies.tpot(record), start);
        samples.addGaps(latencies.gapsBetween(record));
        double e2e = latencies.e2e(record);
        samples.add(Metric.E2E, e2e, start);
        samples.add(
                Metric.CLIENT_DELAY,
                RequestLatencies.millis(
                        record.moments().sent() - record.moments().scheduled()),
                start);
        if (record.moments().connectNanos() >= 0) {
            samples.add(
                    Metric.CONNECT_TIME,
                    RequestLatencies.millis(record.moments().connectNanos()),
                    start);
        }
        addPerToken(record.answer(), e2e, start);
    }

    private void addPerToken(Answer answer, double e2e, long start) {
        int output = answer.outputTokens();
        if (output > 0) {
            samples.add(Metric.NORMALIZED_LATENCY, e2e / output, start);
        }
        if (output > 0 && e2e > 0) {
            samples.add(Metric.USER_TOKEN_RATE, output / e2e * 1000, start);
        }
        if (answer.promptTokens() >= 0 && answer.promptTokens() + output > 0) {
            samples.add(Metric.LATENCY_PER_TOKEN, e2e / (answer.promptTokens() + output), start);
        }
    }

    private void addSizes(RequestRecord record, long start) {
        Answer answer = record.answer();
        samples.add(Metric.RESPONSE_BYTES, (double) record.bytes(), start);
        samples.add(Metric.OUTPUT_TOKENS, answer.outputTokens(), start);
        samples.add(Metric.OUTPUT_CHARS, answer.outputChars(), start);
        if (answer.promptTokens() >= 0) {
            samples.add(Metric.PROMPT_TOKENS, answer.promptTokens(), start);
        }
    }

    private void addServerTimes(Answer answer, long start) {
        answer.serverTimes().forEach((name, millis) -> Metric.named(name)
                .filter(metric -> metric.isServers() && Double.isFinite(millis))
                .ifPresent(metric -> samples.add(metric, millis, start)));
    }

    private void addPresent(Metric metric, OptionalDouble value, long start) {
        if (value.isPresent()) {
            samples.add(metric, value.getAsDouble(), start);
        }
    }
}
