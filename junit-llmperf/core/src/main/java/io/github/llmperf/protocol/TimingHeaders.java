package io.github.llmperf.protocol;

import java.util.Map;

/**
 * Times that servers state in headers of answers that are not streamed, in ms: TGI, LoRAX and forks of them.
 * {@code x-time-per-token} is left out: upstream it counts the prefill in.
 */
final class TimingHeaders {

    private static final Map<String, String> METRICS = Map.of(
            "x-queue-time", "serverQueue",
            "x-prefill-time", "serverPrefill",
            "x-decode-time", "serverDecode",
            "x-decoding-time", "serverDecode",
            "x-time-to-first-token", "serverTtft",
            "x-time-per-output-token", "serverTpot");

    private TimingHeaders() {}

    static void read(AnswerHead head, AnswerDraft draft) {
        METRICS.forEach((header, metric) ->
                AnswerHead.number(head.header(header)).ifPresent(millis -> draft.serverTime(metric, millis)));
    }
}
