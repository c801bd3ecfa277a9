package io.github.llmperf.engines;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.protocol.Answer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What became of requests, in the words of the results table. */
final class Outcomes {

    private Outcomes() {}

    static String text(RequestRecord record) {
        Answer answer = record.answer();
        String came = record.failure() == null ? "success" : record.failure().toString();
        String retry =
                record.failure() != null && record.failure().retryAfterMillis().isPresent()
                        ? ", retry after " + record.failure().retryAfterMillis().getAsLong() + " ms"
                        : "";
        String tokens = answer.outputTokens() == 0
                ? ""
                : ", " + answer.promptTokens() + " + " + answer.outputTokens() + " tokens from " + answer.tokensFrom();
        return came + retry + tokens;
    }

    /** How often each kind came, successes first. */
    static Map<String, Long> counts(List<RequestRecord> records) {
        return records.stream()
                .collect(Collectors.groupingBy(
                        record -> record.failure() == null
                                ? "success"
                                : record.failure().kind().name(),
                        TreeMap::new,
                        Collectors.counting()));
    }
}
