package io.github.llmperf.wording;

import io.github.llmperf.client.FailureAdvice;
import io.github.llmperf.verdict.RunFailure;
import io.github.llmperf.verdict.RunFailure.NothingSucceeded;

/** Why nothing succeeded, in words. */
final class RunFailureText {

    private RunFailureText() {}

    static String of(RunFailure breakdown) {
        if (breakdown instanceof NothingSucceeded nothing) {
            return nothingSucceeded(nothing);
        }
        if (breakdown instanceof RunFailure.Refused refused) {
            return refused.why();
        }
        if (breakdown instanceof RunFailure.NotStarted not) {
            return "no new start for pair " + not.pair() + " of " + not.pairs() + ": " + not.said();
        }
        if (breakdown instanceof RunFailure.OfSecondTarget other) {
            return CauseText.ofSecondTarget(other.name(), of(other.breakdown()));
        }
        throw MissingWording.of(breakdown);
    }

    private static String nothingSucceeded(NothingSucceeded nothing) {
        boolean one = nothing.ended() == 1;
        String all = one ? "the only request" : "all " + Numbers.count(nothing.ended(), "request");
        // Tables count what was measured alone.
        String warmup = nothing.warmup() == 0 || one
                ? ""
                : " (" + Numbers.number((double) nothing.warmup()) + " of them in the warm-up)";
        String share =
                nothing.kinds() == 1 ? " with " : ", most often (" + Numbers.count(nothing.times(), "time") + ") with ";
        String advice =
                nothing.target().maskSecrets(FailureAdvice.of(nothing.target(), nothing.workload(), nothing.example()));
        return "nothing succeeded: " + all + warmup + " failed" + share
                + nothing.example().kind() + ": " + advice;
    }
}
