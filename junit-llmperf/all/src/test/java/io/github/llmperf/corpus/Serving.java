package io.github.llmperf.corpus;

import io.github.llmperf.load.TestRecord;
import io.github.llmperf.load.VirtualRun;
import io.github.llmperf.protocol.FailureKind;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A server of virtual time whose answers follow from their numbers alone, so that each run of a plan is the same.
 *
 * @param ttft typical time to the first token, ms
 * @param tpot typical time between tokens, ms
 * @param tokens of an answer
 * @param spread sd of the logarithm of ttft
 * @param perSecond part by which ttft grows each second
 * @param failsEvery which requests fail: each so manieth; 0 for none
 * @param failure how they fail
 * @param cached prompt tokens from the cache; −1 when the server does not say
 * @param pieces whether tokens come one by one; otherwise all of an answer come at once
 * @param seed of the answers
 */
record Serving(
        double ttft,
        double tpot,
        int tokens,
        double spread,
        double perSecond,
        int failsEvery,
        @Nullable FailureKind failure,
        int cached,
        boolean pieces,
        long seed)
        implements VirtualRun.Server {

    private static final int PROMPT_TOKENS = 300;

    /** 200 ms to the first token, 20 ms to each further one. */
    static Serving usual() {
        return new Serving(200, 20, 24, .25, 0, 0, null, -1, true, 1);
    }

    /** So many times slower. */
    Serving slower(double times) {
        return new Serving(
                ttft * times, tpot * times, tokens, spread, perSecond, failsEvery, failure, cached, pieces, seed);
    }

    Serving slowerToBegin(double times) {
        return new Serving(ttft * times, tpot, tokens, spread, perSecond, failsEvery, failure, cached, pieces, seed);
    }

    Serving spread(double sd) {
        return new Serving(ttft, tpot, tokens, sd, perSecond, failsEvery, failure, cached, pieces, seed);
    }

    Serving growing(double part) {
        return new Serving(ttft, tpot, tokens, spread, part, failsEvery, failure, cached, pieces, seed);
    }

    Serving failing(int every, FailureKind kind) {
        return new Serving(ttft, tpot, tokens, spread, perSecond, every, kind, cached, pieces, seed);
    }

    Serving answering(int length) {
        return new Serving(ttft, tpot, length, spread, perSecond, failsEvery, failure, cached, pieces, seed);
    }

    Serving cached(int promptTokens) {
        return new Serving(ttft, tpot, tokens, spread, perSecond, failsEvery, failure, promptTokens, pieces, seed);
    }

    Serving inOnePiece() {
        return new Serving(ttft, tpot, tokens, spread, perSecond, failsEvery, failure, cached, false, seed);
    }

    Serving seeded(long other) {
        return new Serving(ttft, tpot, tokens, spread, perSecond, failsEvery, failure, cached, pieces, other);
    }

    @Override
    public TestRecord answer(TestRecord request, int index, int user) {
        long sent = request.build().moments().sent() / 1_000_000;
        if (failure != null && index % failsEvery == 0) {
            return request.endsAt(sent + 30).failed(failure);
        }
        RandomGenerator random = new SplittableRandom(seed * 1_000_003 + index);
        double ofRun = Math.exp(.02 * new SplittableRandom(seed).nextGaussian());
        double at = sent + ttft * ofRun * (1 + perSecond * sent / 1000) * Math.exp(spread * random.nextGaussian());
        long[] moments = new long[tokens];
        for (int i = 0; i < tokens; i++) {
            moments[i] = Math.round(at);
            at += tpot * ofRun * Math.exp(.1 * random.nextGaussian());
        }
        TestRecord answered = pieces
                ? request.tokensAt(moments)
                : request.tokensAt(moments[tokens - 1]).output(tokens, 4 * tokens);
        answered.prompt(4 * PROMPT_TOKENS, PROMPT_TOKENS);
        return cached < 0 ? answered : answered.cached(cached);
    }
}
