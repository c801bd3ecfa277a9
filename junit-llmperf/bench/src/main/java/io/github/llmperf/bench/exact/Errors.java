package io.github.llmperf.bench.exact;

import io.github.llmperf.bench.exact.ExactLoad.Outcome;
import io.github.llmperf.client.RequestRecord;

/**
 * What a client's moments are worth beside the server's stamps, over the measured requests of one load. In ms.
 *
 * <p>What the client added to a TTFT is its own TTFT (first token − sent) minus the server's (first token about to be
 * written − request read): the way there plus the way back, the server's delay in reading the request and the write
 * itself included.
 */
final class Errors {

    private static final double PER_MS = 1e6;

    final Samples ttft = new Samples();
    final Samples wayThere = new Samples();
    final Samples wayBack = new Samples();
    final Samples gapSeen = new Samples();
    final Samples gapSent = new Samples();
    final Samples gapError = new Samples();
    final Samples sentAt = new Samples();
    int lost;
    int merged;
    int failed;

    static Errors of(Outcome outcome, Pace pace) {
        Errors errors = new Errors();
        String whole = AnswerBytes.text(pace.tokens());
        for (RequestRecord record : outcome.records()) {
            if (record.measured()) {
                SentAnswer sent = outcome.stamps().get(record.index());
                if (sent == null || record.failure() != null) {
                    errors.failed++;
                } else {
                    errors.add(record, sent, whole);
                }
            }
        }
        return errors;
    }

    private void add(RequestRecord record, SentAnswer sent, String whole) {
        long[] seen = record.moments().tokenEvents();
        long[] begun = sent.begun();
        if (seen.length != begun.length || !record.answer().text().equals(whole)) {
            lost += Math.max(1, Math.abs(begun.length - seen.length));
            return;
        }
        double there = (sent.arrived() - record.moments().sent()) / PER_MS;
        double back = (record.moments().firstToken() - begun[0]) / PER_MS;
        wayThere.add(there);
        wayBack.add(back);
        ttft.add(there + back);
        sentAt.add(record.moments().sent() / PER_MS);
        for (int i = 1; i < seen.length; i++) {
            long gap = seen[i] - seen[i - 1];
            merged += gap == 0 ? 1 : 0;
            gapSeen.add(gap / PER_MS);
            gapSent.add((begun[i] - begun[i - 1]) / PER_MS);
            gapError.add(Math.abs(gap - (begun[i] - begun[i - 1])) / PER_MS);
        }
    }
}
