package io.github.llmperf.measure;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Statistic;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A measure as limits use it. Percentiles of ttft, ttfo, tpot and e2e count each failed request as infinite. Those of ttft,
 * ttfo, e2e and responseTime are the larger of two: over the requests that ended, and over these together with those that
 * the end of the run cut off, which count with the time they had taken. The second is certain, since they only take longer.
 *
 * @param value in the metric's unit, possibly infinity; empty without samples
 * @param n samples that it rests on: failed requests included where they count as infinite, and requests cut off where
 *     they make the value; for rates the requests attempted
 * @param unfinished how many requests cut off are among them
 * @param open whether the percentile lies among requests that had taken longer, when they were cut off, than any that
 *     ended, so that the value is the least that it can be
 */
@API(status = Status.INTERNAL, since = "0.1")
public record LimitedValue(OptionalDouble value, long n, long unfinished, boolean open) {

    static LimitedValue of(Measurement measurement, Measure measure) {
        return of(measurement, measure, infinite(measurement, measure));
    }

    /** Returns how many failed requests count as infinite. */
    static long infinite(Measurement measurement, Measure measure) {
        boolean infinite =
                measure.metric().failuresAreInfinite() && measure.statistic().kind() == Statistic.Kind.PERCENTILE;
        return infinite ? measurement.requests().failed() : 0;
    }

    static LimitedValue of(Measurement measurement, Measure measure, long infinite) {
        if (!measure.metric().hasDistribution()) {
            return new LimitedValue(
                    measurement.value(measure), measurement.requests().attempted(), 0, false);
        }
        Distribution ended = measurement.distribution(measure.metric()).orElseGet(Distribution::new);
        Distribution cut = measurement.unfinished().getOrDefault(measure.metric(), new Distribution());
        boolean isStated = ended.n() > 0 || measurement.requests().succeeded() == 0;
        return measure.statistic().kind() == Statistic.Kind.PERCENTILE && cut.n() > 0 && isStated
                ? larger(measure.statistic(), ended, cut, infinite)
                : over(measure.statistic(), ended, infinite);
    }

    private static LimitedValue over(Statistic statistic, Distribution ended, long infinite) {
        return ended.n() == 0
                ? new LimitedValue(OptionalDouble.empty(), 0, 0, false)
                : new LimitedValue(OptionalDouble.of(ended.value(statistic, infinite)), ended.n() + infinite, 0, false);
    }

    private static LimitedValue larger(Statistic statistic, Distribution ended, Distribution cut, long infinite) {
        LimitedValue plain = over(statistic, ended, infinite);
        Distribution all = new Distribution();
        all.add(ended);
        all.add(cut);
        double least = all.value(statistic, infinite);
        boolean open = isOpen(statistic, ended, cut, infinite);
        return plain.value().isEmpty() || least > plain.value().getAsDouble()
                ? new LimitedValue(OptionalDouble.of(least), all.n() + infinite, cut.n(), open)
                : new LimitedValue(plain.value(), plain.n(), 0, open);
    }

    /** Younger ones say nothing: others of their age have ended. */
    private static boolean isOpen(Statistic statistic, Distribution ended, Distribution cut, long infinite) {
        long older = ended.n() == 0 ? cut.n() : cut.n() - cut.below(ended.max());
        return older > 0 && Distribution.rank(statistic.percentile(), ended.n() + older + infinite) > ended.n();
    }
}
