package io.github.llmperf.bench;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.client.PlannedRequest;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.TokensFrom;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Answers at once, with moments and texts as a server would cause them that takes some 50 ms to the first token and some
 * 10 ms for each further one. So a run of a million requests takes seconds, and its records are as large as real ones.
 *
 * @param tokens token events of each answer
 */
record InstantClient(int tokens) implements LlmClient {

    private static final String[] WORDS = {
        "the", "server", "answers", "with", "words", "that", "differ", "from", "request", "to", "latency", "token",
        "model", "of", "and", "a", "prompt", "asks", "for", "more", "than", "one", "line", "in", "every", "cell",
        "under", "load"
    };

    private static final double FIRST_NANOS = 50e6;
    private static final double GAP_NANOS = 10e6;
    private static final double SPREAD = .4;

    @Override
    public RequestRecord send(PlannedRequest request) {
        SplittableRandom random = new SplittableRandom(request.index());
        StringBuilder text = new StringBuilder();
        long sent = System.nanoTime();
        long[] events = new long[tokens];
        long at = sent + nanos(random, FIRST_NANOS);
        for (int i = 0; i < tokens; i++) {
            events[i] = at;
            at += nanos(random, GAP_NANOS);
            text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
        }
        Answer answer = new Answer(
                text.toString(),
                "",
                text.length(),
                tokens,
                0,
                0,
                100,
                tokens,
                0,
                0,
                TokensFrom.USAGE,
                "length",
                true,
                Map.of(),
                null,
                List.of());
        long last = events[tokens - 1];
        RequestTimestamps moments = new RequestTimestamps(
                request.scheduled(), sent, events[0] - 1000, events[0], events[0], events[0], events, last, last, -1);
        return new RequestRecord(
                request.index(),
                request.user(),
                request.phase(),
                request.turn(),
                request.prompt().chars(),
                tokens,
                moments,
                200,
                250L * tokens,
                0,
                0,
                answer,
                null);
    }

    private static long nanos(SplittableRandom random, double mean) {
        return (long) (mean * (1 + SPREAD * (2 * random.nextDouble() - 1)));
    }

    @Override
    public void cancelAll() {
        // Nothing is ever under way.
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
