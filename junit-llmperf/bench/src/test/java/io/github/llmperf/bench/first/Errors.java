package io.github.llmperf.bench.first;

import io.github.llmperf.bench.exact.Samples;
import io.github.llmperf.bench.exact.SentAnswer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What a client's moments are worth beside the server's stamps, over the measured requests of one load. In ms.
 *
 * <p>What the client added to a ttft is its own (first token − start) minus the server's (first token about to be written −
 * request read). As in the extension's reports, a request starts when it is sent in closed loop, and when it is due in
 * open loop. The server's delay in reading the request, and its write, are the client's in this count.
 */
final class Errors {

    private static final double PER_MS = 1e6;

    final Samples ttft = new Samples();
    final Samples late = new Samples();
    final Samples gap = new Samples();
    final Samples tpot = new Samples();
    int failed;
    int lost;
    int merged;

    static Errors of(List<Seen> requests, Map<Integer, SentAnswer> sent, boolean openLoop) {
        Errors errors = new Errors();
        for (Seen seen : requests) {
            SentAnswer answer = sent.get(SentAnswer.numberIn(seen.text()));
            if (!seen.measured()) {
                continue;
            }
            if (!seen.succeeded()) {
                errors.failed++;
            } else if (answer == null || !answer.isWhole(seen.text())) {
                errors.lost++;
            } else {
                errors.add(seen, answer, openLoop ? seen.scheduled() : seen.sent());
            }
        }
        return errors;
    }

    private void add(Seen seen, SentAnswer sent, long start) {
        long[] begun = sent.begun();
        ttft.add((seen.firstToken() - start - (begun[0] - sent.arrived())) / PER_MS);
        late.add((seen.sent() - seen.scheduled()) / PER_MS);
        if (seen.gaps().length > 0 && seen.gaps().length != begun.length - 1) {
            lost++;
            return;
        }
        if (seen.gaps().length > 0) {
            long all = Arrays.stream(seen.gaps()).sum() - (begun[begun.length - 1] - begun[0]);
            tpot.add(Math.abs(all) / PER_MS / seen.gaps().length);
        }
        for (int i = 0; i < seen.gaps().length; i++) {
            merged += seen.gaps()[i] == 0 ? 1 : 0;
            gap.add((seen.gaps()[i] - (begun[i + 1] - begun[i])) / PER_MS);
        }
    }
}
