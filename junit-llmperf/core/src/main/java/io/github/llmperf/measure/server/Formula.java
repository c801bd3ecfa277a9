package io.github.llmperf.measure.server;

import io.github.llmperf.client.prometheus.MetricsReading;
import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.load.ServerLog.Round;
import java.util.OptionalDouble;

/** Computes a value from the readings of a run. */
@FunctionalInterface
interface Formula {

    /**
     * Returns a value.
     *
     * @param first the first reading of the run
     * @param before the one before
     * @param now the present one; the same as before where it is the first
     * @return the value; empty where something is missing
     */
    OptionalDouble value(Round first, Round before, Round now);

    /** The number as it was read. */
    static Formula level(RawMetric ingredient, double factor) {
        return (first, before, now) -> times(now.reading().value(ingredient), factor);
    }

    /** How much it grew since the reading before, each second. */
    static Formula rate(RawMetric ingredient, double factor) {
        return (first, before, now) -> now.at() <= before.at()
                ? OptionalDouble.empty()
                : times(growth(ingredient, before.reading(), now.reading()), factor * 1e9 / (now.at() - before.at()));
    }

    /** How much it grew since the first reading. */
    static Formula growth(RawMetric ingredient) {
        return (first, before, now) -> growth(ingredient, first.reading(), now.reading());
    }

    /** Which part of what grew since the reading before is in the other one as well, %. */
    static Formula share(RawMetric part, RawMetric whole) {
        return (first, before, now) ->
                percent(growth(part, before.reading(), now.reading()), growth(whole, before.reading(), now.reading()));
    }

    /** Where the first has none. */
    default Formula or(Formula other) {
        return (first, before, now) -> {
            OptionalDouble own = value(first, before, now);
            return own.isPresent() ? own : other.value(first, before, now);
        };
    }

    /** A counter that fell was set back by a restart: what it says is what it grew since. */
    static OptionalDouble growth(RawMetric ingredient, MetricsReading from, MetricsReading to) {
        OptionalDouble first = from.value(ingredient);
        OptionalDouble last = to.value(ingredient);
        if (first.isEmpty() || last.isEmpty()) {
            return OptionalDouble.empty();
        }
        double grown = last.getAsDouble() - first.getAsDouble();
        return OptionalDouble.of(grown >= 0 ? grown : last.getAsDouble());
    }

    /** Returns a part of a whole, %; empty where there is no whole. */
    static OptionalDouble percent(OptionalDouble part, OptionalDouble whole) {
        return part.isPresent() && whole.isPresent() && whole.getAsDouble() > 0
                ? OptionalDouble.of(100 * part.getAsDouble() / whole.getAsDouble())
                : OptionalDouble.empty();
    }

    private static OptionalDouble times(OptionalDouble value, double factor) {
        return value.isPresent() ? OptionalDouble.of(factor * value.getAsDouble()) : value;
    }
}
