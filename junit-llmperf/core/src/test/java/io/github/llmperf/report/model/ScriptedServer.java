package io.github.llmperf.report.model;

import io.github.llmperf.load.TestRecord;
import io.github.llmperf.load.VirtualRun;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A server of virtual time whose percentiles are known beforehand: ttft has the median 658 ms and the p90 1,516 ms, tpot
 * the median 31 ms. Multiples of irrational numbers pick the quantile of each request, so that a few hundred requests
 * have these percentiles closely.
 *
 * @param slower factor on ttft and tpot
 * @param later ms that are added to each ttft
 * @param text of each answer
 * @param refusal how requests fail
 * @param refusesEvery which requests fail: each so manieth; 0 for none
 * @param counts whether the server counts tokens
 * @param turns of each conversation, whose history it has in its cache
 */
record ScriptedServer(
        double slower,
        double later,
        String text,
        @Nullable Failure refusal,
        int refusesEvery,
        boolean counts,
        int turns)
        implements VirtualRun.Server {

    private static final double GOLDEN = .6180339887498949;
    private static final double ROOT_TWO = .4142135623730951;

    /** Three requests of 400 are refused. */
    static ScriptedServer usual() {
        return new ScriptedServer(1, 0, "The quarterly report says that", null, 0, true, 1)
                .refusing(133, overload("no capacity left in the waiting queue"));
    }

    static Failure overload(String message) {
        return new Failure(FailureKind.OVERLOAD, 503, message, null, OptionalLong.of(2000));
    }

    ScriptedServer slower(double times) {
        return new ScriptedServer(slower * times, later, text, refusal, refusesEvery, counts, turns);
    }

    ScriptedServer later(double millis) {
        return new ScriptedServer(slower, millis, text, refusal, refusesEvery, counts, turns);
    }

    ScriptedServer saying(String words) {
        return new ScriptedServer(slower, later, words, refusal, refusesEvery, counts, turns);
    }

    ScriptedServer refusing(int every, @Nullable Failure why) {
        return new ScriptedServer(slower, later, text, why, every, counts, turns);
    }

    ScriptedServer uncounted() {
        return new ScriptedServer(slower, later, text, refusal, refusesEvery, false, turns);
    }

    ScriptedServer talking(int most) {
        return new ScriptedServer(slower, later, text, refusal, refusesEvery, counts, most);
    }

    @Override
    public TestRecord answer(TestRecord request, int index, int user) {
        long sent = request.build().moments().sent() / 1_000_000;
        if (refusal != null && index % refusesEvery == refusesEvery - 1) {
            return request.prompt(1200, -1).endsAt(sent + 4).failed(refusal);
        }
        double ttft = slower * 658 * spread(index * GOLDEN, .38) + later;
        double tpot = slower * 31 * spread(index * ROOT_TWO, .05);
        long[] moments = new long[index % 9 == 0 ? 128 : 40 + index * 37 % 60];
        for (int i = 0; i < moments.length; i++) {
            moments[i] = Math.round(sent + ttft + i * tpot);
        }
        int turn = 1 + index / 20 % turns;
        int prompt = (int) (300 * spread(index * (GOLDEN + ROOT_TWO), .5));
        return request.tokensAt(moments)
                .turn(turn)
                .cached(turn == 1 ? 0 : prompt / 2)
                .says(text)
                .server(Map.of("serverTtft", Math.rint(ttft) - 12))
                .prompt(1200, counts ? prompt : -1)
                .from(counts ? TokensFrom.USAGE : TokensFrom.EVENTS);
    }

    /** Returns the quantile of a log-logistic distribution of median 1. */
    private static double spread(double place, double scale) {
        double quantile = (place + .5) % 1;
        return Math.pow(quantile / (1 - quantile), scale);
    }
}
