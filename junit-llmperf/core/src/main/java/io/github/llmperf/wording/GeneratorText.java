package io.github.llmperf.wording;

import io.github.llmperf.metric.Unit;
import io.github.llmperf.verdict.Cause;
import io.github.llmperf.verdict.Cause.GeneratorKeptUp;
import io.github.llmperf.verdict.Cause.GeneratorSaturated;
import io.github.llmperf.verdict.Cause.GeneratorShort;
import io.github.llmperf.verdict.Cause.GeneratorTimes;
import io.github.llmperf.verdict.Cause.Latest;
import io.github.llmperf.verdict.Cause.Latest.Counts;
import io.github.llmperf.verdict.Cause.Symptom;
import io.github.llmperf.verdict.Cause.Symptom.Added.Where;
import java.util.stream.Collectors;

/** How the load generator fared, in words. */
final class GeneratorText {

    private GeneratorText() {}

    static String of(Cause cause) {
        if (cause instanceof GeneratorSaturated saturated) {
            return "load generator saturated: "
                    + saturated.symptoms().stream().map(GeneratorText::symptom).collect(Collectors.joining(" and "))
                    + "; give it more free processor time, or lower the load";
        }
        if (cause instanceof GeneratorShort few) {
            return "load generator was short of time: " + figures(few.times()) + ", no latency is limited or guarded";
        }
        if (cause instanceof GeneratorKeptUp fine) {
            return keptUp(fine);
        }
        throw MissingWording.of(cause);
    }

    private static String keptUp(GeneratorKeptUp seen) {
        Latest latest = seen.latest();
        boolean unknown = latest.counts() == Counts.TOO_FEW_AND_LATE;
        return (unknown ? "load generator woke up in time: " : "load generator kept up: ") + figures(seen.times())
                + ", "
                + (Double.isInfinite(seen.allowedMs())
                        ? "no latency is limited or guarded"
                        : "allowed " + Numbers.quantity(seen.allowedMs(), Unit.MILLISECONDS))
                + latest(latest)
                + (Double.isNaN(seen.processCpu()) ? "" : "; process CPU " + Numbers.percent(seen.processCpu()));
    }

    private static String latest(Latest latest) {
        if (latest.counts() == Counts.JUDGED) {
            return "";
        }
        return "; requests at most " + Numbers.lateness(latest.ms()) + " late, "
                + (latest.counts() == Counts.CAPPED
                        ? "as maxInFlight makes them wait"
                        : "which is not judged below " + latest.needed() + " requests");
    }

    private static String figures(GeneratorTimes times) {
        String late = times.sentLateP99().isPresent()
                ? Numbers.lateness(times.sentLateP99().getAsDouble()) + " late (p99)"
                : "";
        if (times.addedKnown()) {
            return "the client added " + Numbers.lateness(times.ttftP50()) + " to ttft (p99 "
                    + Numbers.lateness(times.ttftP99()) + "), " + Numbers.lateness(times.gapP99()) + " to gaps (p99)"
                    + (late.isEmpty() ? "" : ", requests were " + late);
        }
        return "wake-ups " + Numbers.lateness(times.wakeUpP99())
                + (late.isEmpty() ? " late (p99)" : " and requests " + late);
    }

    private static String symptom(Symptom symptom) {
        if (symptom instanceof Symptom.Added added) {
            return "the client added " + ms(added.p99Ms()) + " to "
                    + (added.where() == Where.TTFT ? "ttft" : "gaps between tokens") + allowed(added.allowedMs());
        }
        if (symptom instanceof Symptom.WokeLate woke) {
            return "a sleeping thread woke " + ms(woke.p99Ms()) + " late" + allowed(woke.allowedMs());
        }
        if (symptom instanceof Symptom.SentLate sent) {
            return "requests were sent " + ms(sent.p99Ms()) + " late" + allowed(sent.allowedMs());
        }
        if (symptom instanceof Symptom.SentLess less) {
            return "requests were sent " + ms(less.meanMs()) + " late on average, so that only "
                    + Numbers.percent(less.sent()) + " of the load was sent (at least " + Numbers.percent(less.least())
                    + ")";
        }
        if (symptom instanceof Symptom.UsedCpu used) {
            return "it used " + Numbers.percent(used.part()) + " of " + Numbers.count(used.cpus(), "processor")
                    + " (allowed " + Numbers.percent(used.allowed()) + ")";
        }
        throw MissingWording.of(symptom);
    }

    private static String allowed(double ms) {
        return " (p99, allowed " + ms(ms) + ")";
    }

    /** Exactly: what is beyond what is allowed must read so. */
    private static String ms(double value) {
        return Numbers.quantity(value, Unit.MILLISECONDS);
    }
}
