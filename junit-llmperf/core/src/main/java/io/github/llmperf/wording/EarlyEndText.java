package io.github.llmperf.wording;

import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.load.EarlyEnd.LimitLost;
import io.github.llmperf.load.EarlyEnd.Overrun;
import io.github.llmperf.load.EarlyEnd.PiledUp;
import io.github.llmperf.load.EarlyEnd.Seen;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Unit;
import java.util.Locale;
import java.util.OptionalLong;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Why a run ended before its time, in words. */
@API(status = Status.INTERNAL, since = "0.1")
public final class EarlyEndText {

    private EarlyEndText() {}

    /**
     * Says why a run ended early.
     *
     * @return one sentence, without a stop
     */
    public static String of(EarlyEnd end) {
        if (end instanceof EarlyEnd.FailedHere failed) {
            return failed.failure().message();
        }
        if (end instanceof PiledUp piled) {
            return Numbers.count(piled.unanswered(), "request") + " had piled up unanswered, " + piled.answered()
                    + " were answered, and then " + piled.failure().message();
        }
        if (end instanceof LimitLost lost) {
            return lost.limit() + " can no longer be met: " + seen(lost.limit(), lost.seen())
                    + (lost.seen() instanceof Seen.Rate ? "" : more(lost.toCome()));
        }
        if (end instanceof Overrun overrun) {
            return overrun(overrun);
        }
        throw MissingWording.of(end);
    }

    private static String seen(Limit limit, Seen seen) {
        if (seen instanceof Seen.Counted counted) {
            return String.format(Locale.ROOT, "%,d of %,d ", counted.part(), counted.all())
                    + switch (counted.what()) {
                        case FAILED -> "requests failed";
                        case GOOD -> "requests met the limits on each";
                        case OUTSIDE -> "samples are outside";
                    };
        }
        if (seen instanceof Seen.Mean mean) {
            Quantity value = new Quantity(mean.mean(), limit.measure().metric().unit());
            return String.format(Locale.ROOT, "%s is %s after %,d samples", limit.measure(), value, mean.n());
        }
        if (seen instanceof Seen.Rate rate) {
            return String.format(
                    Locale.ROOT,
                    "at most %,d requests can end, and the measurement has taken %s s so far",
                    rate.most(),
                    Numbers.number(rate.seconds()));
        }
        throw MissingWording.of(seen);
    }

    private static String more(OptionalLong toCome) {
        if (toCome.isEmpty()) {
            return ", whatever comes";
        }
        return toCome.getAsLong() == 0
                ? ", and none is to come"
                : String.format(Locale.ROOT, ", and at most %,d more come", toCome.getAsLong());
    }

    private static String overrun(Overrun seen) {
        return String.format(
                Locale.ROOT,
                "the target cannot carry %s: within %,d s requests in flight rose from %,d to %,d and %s from %s to %s"
                        + " (means of the first and the last third)",
                new Quantity(seen.requestRate(), Unit.REQUESTS_PER_SECOND),
                seen.seconds(),
                Math.round(seen.inFlight().from()),
                Math.round(seen.inFlight().to()),
                seen.waited(),
                millis(seen.waiting().from()),
                millis(seen.waiting().to()));
    }

    private static Quantity millis(double value) {
        return new Quantity(value < 10 ? value : Math.round(value), Unit.MILLISECONDS);
    }
}
