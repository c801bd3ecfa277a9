package io.github.llmperf.engines;

import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.client.RequestRecord;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What the moments of requests amount to, in ms; medians, since other programs share the machine. */
final class Times {

    private static final double NANOS_PER_MS = 1e6;

    private Times() {}

    static double ttft(RequestRecord record) {
        return since(record, record.moments().firstToken());
    }

    static double ttfe(RequestRecord record) {
        return since(record, record.moments().firstEvent());
    }

    static double e2e(RequestRecord record) {
        return since(record, record.moments().lastToken());
    }

    static double end(RequestRecord record) {
        return since(record, record.moments().end());
    }

    /** Tokens per second from the first token to the last, by the count of the answer. */
    static double tokenRate(RequestRecord record) {
        RequestTimestamps moments = record.moments();
        double seconds = (moments.lastToken() - moments.firstToken()) / NANOS_PER_MS / 1e3;
        return (record.answer().outputTokens() - 1) / seconds;
    }

    static double median(List<RequestRecord> records, ToDoubleFunction<RequestRecord> time) {
        return median(records.stream().mapToDouble(time).toArray());
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static double since(RequestRecord record, long moment) {
        return (moment - record.moments().sent()) / NANOS_PER_MS;
    }
}
