package io.github.llmperf.verdict;

import io.github.llmperf.metric.Limit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * An amount of load and the pooled result of its runs.
 *
 * @param amount users or requests per second
 * @param runs its runs that say something, one at least
 * @param standing whether the amount meets the limits
 * @param nearest the limit that decides: the one most broken, or the one that is closest
 */
@API(status = Status.INTERNAL, since = "0.1")
public record CapacityPoint(double amount, List<CapacityRun> runs, Standing standing, Optional<Limit> nearest) {

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** Whether an amount meets the limits. */
    public enum Standing {
        /** All limits are met with the certainty asked for. */
        ACCEPTED,
        /** The runs do not tell with that certainty. */
        TOO_CLOSE,
        /** A limit is broken with that certainty. */
        REFUSED
    }

    /** Copies the list. */
    public CapacityPoint {
        runs = List.copyOf(runs);
    }

    /** Pools runs of one amount, of which there is one at least. */
    static CapacityPoint of(List<CapacityRun> runs, double certainty, double betweenRuns) {
        double amount = runs.get(0).amount();
        long rising = count(runs, CapacityRun.Kind.RISING);
        if (count(runs, CapacityRun.Kind.BROKEN_DOWN) > 0 || rising > 1) {
            return new CapacityPoint(amount, runs, Standing.REFUSED, Optional.empty());
        }
        List<List<CapacityMargin>> margins = CapacityNoise.byLimit(runs);
        Standing worst = margins.stream()
                .map(one -> standing(one, certainty, betweenRuns))
                .max(Comparator.naturalOrder())
                .filter(standing -> rising == 0 || standing == Standing.REFUSED)
                .orElse(Standing.TOO_CLOSE);
        Optional<Limit> nearest = margins.stream()
                .max(Comparator.<List<CapacityMargin>, Standing>comparing(one -> standing(one, certainty, betweenRuns))
                        .thenComparingDouble(CapacityPoint::mean))
                .map(one -> one.get(0).limit());
        return new CapacityPoint(amount, runs, worst, nearest);
    }

    private static long count(List<CapacityRun> runs, CapacityRun.Kind kind) {
        return runs.stream().filter(run -> run.kind() == kind).count();
    }

    /** Returns whether latencies kept rising instead of coming to rest. */
    public boolean isRising() {
        return count(runs, CapacityRun.Kind.RISING) > 0;
    }

    private static Standing standing(List<CapacityMargin> margins, double certainty, double betweenRuns) {
        if (margins.get(0).isCount()) {
            return counted(margins, certainty);
        }
        double within =
                margins.stream().mapToDouble(m -> m.sd() * m.sd()).average().orElseThrow();
        double error = Math.sqrt((betweenRuns + within) / margins.size());
        double reach = NORMAL.inverseCumulativeProbability(certainty) * error;
        double mean = mean(margins);
        if (mean - reach > 0) {
            return Standing.REFUSED;
        }
        return mean + reach <= 0 ? Standing.ACCEPTED : Standing.TOO_CLOSE;
    }

    /**
     * Judges a part of all requests. It is accepted as measured: to be certain of less than one failure in a hundred takes
     * hundreds of requests without one. It is refused when so many failures are too unlikely at the limit.
     */
    private static Standing counted(List<CapacityMargin> margins, double certainty) {
        double bad = margins.stream().mapToDouble(CapacityMargin::bad).sum();
        long all = margins.stream().mapToLong(CapacityMargin::all).sum();
        double allowed = CapacityMargin.allowed(margins.get(0).limit()) / 100;
        if (bad <= allowed * all + 1e-9) {
            return Standing.ACCEPTED;
        }
        double chance = BinomialDistribution.of(Math.toIntExact(all), Math.min(1, allowed))
                .survivalProbability((int) Math.rint(bad) - 1);
        return chance <= 1 - certainty ? Standing.REFUSED : Standing.TOO_CLOSE;
    }

    private static double mean(List<CapacityMargin> margins) {
        return margins.stream().mapToDouble(CapacityMargin::log).average().orElseThrow();
    }

    /** Returns the largest mean margin over all limits: above 0 if a limit is broken, below 0 if all are met. */
    double margin() {
        return CapacityNoise.byLimit(runs).stream()
                .mapToDouble(CapacityPoint::mean)
                .max()
                .orElse(CapacityMargin.FAR);
    }

    /**
     * Returns what a limited measure came to in all runs of the amount.
     *
     * @return the value in the metric's unit; empty when it was beyond all measure, or no run measured it
     */
    public OptionalDouble measured(Limit limit) {
        return CapacityNoise.byLimit(runs).stream()
                .filter(margins -> margins.get(0).limit().equals(limit))
                .map(CapacityPoint::value)
                .findFirst()
                .orElseGet(OptionalDouble::empty);
    }

    private static OptionalDouble value(List<CapacityMargin> margins) {
        Limit limit = margins.get(0).limit();
        if (margins.get(0).isCount()) {
            double bad = 100
                    * margins.stream().mapToDouble(CapacityMargin::bad).sum()
                    / margins.stream().mapToLong(CapacityMargin::all).sum();
            return OptionalDouble.of(limit.bound() == Limit.Bound.AT_MOST ? bad : 100 - bad);
        }
        double log = mean(margins);
        double ratio = Math.exp(limit.bound() == Limit.Bound.AT_MOST ? log : -log);
        return Math.abs(log) < CapacityMargin.FAR ? OptionalDouble.of(limit.value() * ratio) : OptionalDouble.empty();
    }

    boolean isAccepted() {
        return standing == Standing.ACCEPTED;
    }
}
