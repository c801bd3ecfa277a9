package io.github.llmperf.protocol.kit;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.protocol.AnswerHead;
import java.util.Map;

/**
 * Times that servers state in headers of answers that are not streamed, in ms: TGI, LoRAX and forks of them.
 * {@code x-time-per-token} is left out: upstream it counts the prefill in.
 */
final class TimingHeaders {

    private static final Map<String, Metric> METRICS = Map.of(
            "x-queue-time", Metric.SERVER_QUEUE,
            "x-prefill-time", Metric.SERVER_PREFILL,
            "x-decode-time", Metric.SERVER_DECODE,
            "x-decoding-time", Metric.SERVER_DECODE,
            "x-time-to-first-token", Metric.SERVER_TTFT,
            "x-time-per-output-token", Metric.SERVER_TPOT);

    private TimingHeaders() {}

    static void read(AnswerHead head, AnswerDraft draft) {
        METRICS.forEach((header, metric) ->
                AnswerHead.number(head.header(header)).ifPresent(millis -> draft.serverTime(metric, millis)));
    }
}
