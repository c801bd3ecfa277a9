package io.github.llmperf.wording;

import io.github.llmperf.verdict.Cause;
import io.github.llmperf.verdict.Cause.CacheHits;
import io.github.llmperf.verdict.Cause.FailedHere;
import io.github.llmperf.verdict.Cause.NotSteady;
import io.github.llmperf.verdict.Cause.TooFewPairs;
import java.util.Locale;

/** What speaks for or against a run, and what to do, in words. */
final class CauseText {

    private CauseText() {}

    static String of(Cause cause) {
        if (cause.isOfGenerator() && !(cause instanceof Cause.OfSecondTarget)) {
            return GeneratorText.of(cause);
        }
        if (cause instanceof Cause.Interrupted interrupted) {
            return "run was interrupted after " + Numbers.number(interrupted.seconds()) + " s; run it again";
        }
        if (cause instanceof Cause.NothingMeasured) {
            return "no request was measured: the run ended before the warm-up did; raise maxDuration or shorten warmup"
                    + " or the ramp";
        }
        if (cause instanceof FailedHere failed) {
            return failedHere(failed);
        }
        if (cause instanceof Cause.CacheRepeated || cause instanceof CacheHits) {
            return cache(cause);
        }
        if (cause instanceof Cause.Profiled profiled) {
            return "profiled: the profiler of " + profiled.profiler()
                    + " was on, which makes a server slower, so this run is neither judged nor stored; read its traces,"
                    + " and measure without llmperf.profiler";
        }
        if (cause instanceof NotSteady unsteady) {
            return notSteady(unsteady);
        }
        if (cause instanceof TooFewPairs few) {
            return "only " + pairs(few.measured(), few.asked()) + ", but a comparison takes " + few.least()
                    + " or more; run it again";
        }
        if (cause instanceof Cause.OfSecondTarget other) {
            return ofSecondTarget(other.name(), of(other.cause()));
        }
        throw MissingWording.of(cause);
    }

    static String ofSecondTarget(String name, String text) {
        return "second target " + name + ": " + text;
    }

    static String pairs(int measured, int asked) {
        return measured + " of " + Numbers.count(asked, "pair") + (measured == 1 ? " was" : " were") + " measured";
    }

    private static String failedHere(FailedHere failed) {
        String requests = "this machine failed " + Numbers.count(failed.requests(), "request");
        if (failed.piledUp()) {
            return requests + ", for the server had left too many unanswered: "
                    + failed.example().message();
        }
        return requests
                + (failed.requests() == 1 ? ", which is no error" : ", which are no errors")
                + " of the server: " + failed.example().message();
    }

    private static String cache(Cause cause) {
        String wayOut = "though prompts are unique per run; empty the cache, or set cache = SHARED if repeated prompts"
                + " are meant";
        if (cause instanceof Cause.CacheRepeated cached) {
            return "cache contaminated: " + count((double) cached.cached()) + " of "
                    + Numbers.count(cached.prompt(), "prompt token")
                    + (cached.ofFirstTurns() ? " of first turns" : "") + " ("
                    + Numbers.percent((double) cached.cached() / cached.prompt())
                    + ") came from the server's cache, " + wayOut;
        }
        CacheHits seen = (CacheHits) cause;
        return "cache contaminated: by the server's own counters " + count(seen.hits()) + " of "
                + count(seen.queries()) + " prompt tokens (" + Numbers.percent(seen.hits() / seen.queries())
                + ") were found in its prefix cache during the run, where " + count(seen.explained())
                + " can be told by what prompts share (" + count(seen.shared())
                + " a request, for chat template, system prompt and extra body) and "
                + Numbers.percent(seen.letPass()) + " more are let pass, " + wayOut;
    }

    private static String count(double tokens) {
        return String.format(Locale.ROOT, "%,d", Math.round(tokens));
    }

    private static String notSteady(NotSteady seen) {
        return (seen.trial() == 0 ? "" : "trial " + seen.trial() + " of " + seen.trials() + " was ") + "not steady: "
                + seen.metric() + (seen.rose() ? " rose" : " fell") + " from "
                + Numbers.quantity(seen.from(), seen.metric()) + " to " + Numbers.quantity(seen.to(), seen.metric())
                + " ("
                + Numbers.change(seen.to() / seen.from() - 1) + ") over the window of " + Numbers.number(seen.seconds())
                + " s; "
                + (seen.rose()
                        ? "lower the load if it is more than the server carries, or raise warmup until it has settled"
                        : "raise warmup, since the server was still warming up");
    }
}
