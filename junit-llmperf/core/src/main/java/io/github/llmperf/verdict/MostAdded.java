package io.github.llmperf.verdict;

import io.github.llmperf.load.Health;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.witness.ClientOverhead;
import java.util.OptionalDouble;

/**
 * The most that a busy load generator can have made of what it measured. What it adds is one-sided: it makes latencies
 * longer and the rates of a closed loop smaller, never the other way.
 *
 * @param known whether that is known at all
 * @param latency added to latencies that begin with the request
 * @param gap added to the time between two tokens
 * @param delivered part of the planned load that reached the server at least, 0 to 1
 */
record MostAdded(boolean known, Added latency, Added gap, double delivered) {

    /** Part of the planned load that must reach a server for a limit to be met. */
    static final double LEAST_DELIVERED = .95;

    /** A client that added nothing. */
    static final MostAdded NOTHING = new MostAdded(true, Added.NONE, Added.NONE, 1);

    /** Nobody knows what the client added. */
    private static final MostAdded UNKNOWN = new MostAdded(false, Added.NONE, Added.NONE, 0);

    private static final Measure CLIENT_DELAY_P99 = Measure.percentile(Metric.CLIENT_DELAY, 99);
    private static final Measure CLIENT_DELAY_MAX = new Measure(Metric.CLIENT_DELAY, Statistic.MAX);
    private static final double MILLIS = 1e3;

    /**
     * What was added, in ms.
     *
     * @param p99 at most, in 99 % of the time
     * @param max at most, ever
     */
    record Added(double p99, double max) {
        private static final Added NONE = new Added(0, 0);
    }

    /** Returns what the client of a run can have added. */
    static MostAdded of(LoadPlan plan, LoadRun run, Measurement measurement) {
        Health health = run.health();
        ClientOverhead seen = health.added();
        if (!seen.isKnown() || starvesItsServer(plan, health)) {
            return UNKNOWN;
        }
        Added gap = new Added(seen.gap().p99Ms(), seen.gap().maxMs());
        Added latency = latency(plan, seen, measurement);
        return new MostAdded(true, latency, gap, delivered(plan, measurement, latency));
    }

    /** A client that uses all processors of the machine that it shares with the server makes the server itself slower. */
    private static boolean starvesItsServer(LoadPlan plan, Health health) {
        return health.cpu().process() > Health.MOST_CPU && plan.target().isOnThisMachine();
    }

    /** In open loop latencies count from when a request is due, so that sending late is part of them. */
    private static Added latency(LoadPlan plan, ClientOverhead seen, Measurement measurement) {
        double p99 = seen.ttft().p99Ms();
        double max = Math.max(seen.ttft().maxMs(), seen.longestStallMs());
        if (plan.load().arrival() instanceof Arrival.ClosedLoop) {
            return new Added(p99, max);
        }
        return new Added(
                p99 + measurement.value(CLIENT_DELAY_P99).orElse(0),
                max + measurement.value(CLIENT_DELAY_MAX).orElse(0));
    }

    private static double delivered(LoadPlan plan, Measurement measurement, Added latency) {
        if (plan.load().arrival() instanceof Arrival.ClosedLoop closed) {
            double round = GeneratorRule.round(closed, measurement);
            return Math.max(0, 1 - latency.p99() / round) * GeneratorRule.sent(closed, measurement);
        }
        double windowMs = measurement.window().seconds() * MILLIS;
        return Math.max(0, 1 - measurement.value(CLIENT_DELAY_MAX).orElse(0) / windowMs);
    }

    /** Returns whether enough of the planned load reached the server for what was met to be met. */
    boolean deliversThePlan() {
        return known && delivered >= LEAST_DELIVERED;
    }

    /**
     * Returns whether it is known how far a busy client can move a metric. What counts requests that are quick enough moves
     * as far as it likes, and so does what the client measures of itself.
     */
    static boolean bounds(Metric metric) {
        return AllowedLateness.isServerLatency(metric)
                || metric.isServers()
                || (RegressionRule.isWindowRate(metric) && metric != Metric.GOODPUT)
                || metric == Metric.OUTPUT_TOKENS
                || metric == Metric.PROMPT_TOKENS;
    }

    /**
     * Returns the best that the server can have been: the smallest latency, or the largest rate, that is compatible with
     * what was measured.
     *
     * @param seen what was measured
     * @param infinite whether failed requests count as infinite, as they do for limits
     * @return empty without samples
     */
    OptionalDouble best(OptionalDouble seen, Measurement measurement, Measure measure, boolean infinite) {
        if (seen.isEmpty() || equals(NOTHING)) {
            return seen;
        }
        double value = seen.getAsDouble();
        Metric metric = measure.metric();
        if (RegressionRule.isWindowRate(metric)) {
            return OptionalDouble.of(delivered == 0 ? Double.POSITIVE_INFINITY : value / delivered);
        }
        if (!AllowedLateness.isServerLatency(metric)) {
            return seen;
        }
        if (!known) {
            return OptionalDouble.of(0);
        }
        Added added = added(metric, measurement);
        return OptionalDouble.of(
                Math.max(0, Math.max(value - added.max(), belowMostOfTheTime(measurement, measure, added, infinite))));
    }

    private Added added(Metric metric, Measurement measurement) {
        if (metric == Metric.ITL) {
            return gap;
        }
        if (metric != Metric.TPOT) {
            return latency;
        }
        double gaps =
                Math.max(1, measurement.value(Measure.of(Metric.OUTPUT_TOKENS)).orElse(2) - 1);
        return new Added(Math.min(gap.p99(), latency.p99() / gaps), Math.min(gap.max(), latency.max() / gaps));
    }

    /**
     * At most one request in a hundred met a client that was later than its p99, so that the percentile one below, less that
     * p99, bounds the true one from below.
     */
    private static double belowMostOfTheTime(Measurement measurement, Measure measure, Added added, boolean infinite) {
        Statistic statistic = measure.statistic();
        if (statistic.kind() == Statistic.Kind.MEAN) {
            return measurement.value(measure).orElse(0) - .99 * added.p99() - .01 * added.max();
        }
        if (statistic.kind() != Statistic.Kind.PERCENTILE || statistic.percentile() <= 1) {
            return 0;
        }
        long failed = infinite ? measurement.samples(measure) - measurement.measured(measure) : 0;
        double below = measurement
                .distribution(measure.metric())
                .map(d -> d.percentile(statistic.percentile() - 1, failed))
                .orElse(0.);
        return below - added.p99();
    }
}
