package io.github.llmperf.verdict;

import io.github.llmperf.measure.LimitedValue;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.TokenCounts;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Limit.Bound;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.verdict.Finding.Sla;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.verdict.LimitBasis.Kind;
import java.util.List;
import java.util.OptionalDouble;

/** Absolute limits, judged by the point estimate. A limited measure without samples is broken, never met. */
final class SlaRule {

    /** Largest share of answers without gaps that a limit on gaps tolerates. */
    private static final double MOST_UNSEEN = .10;

    private static final double CERTAIN = .01;

    private SlaRule() {}

    /** Returns one finding per limit, in the order of the limits. */
    static List<Sla> judge(Limits limits, Measurement measurement) {
        return limits.judged().stream().map(limit -> judge(limit, measurement)).toList();
    }

    private static Sla judge(Limit limit, Measurement measurement) {
        Measure measure = limit.measure();
        LimitedValue limited = measurement.limitedValue(measure);
        OptionalDouble actual = limited.value();
        long n = limited.n();
        LimitBasis basis = basis(measure, measurement, limited);
        if (actual.isEmpty()) {
            return unjudged(limit, actual, n, Status.BROKEN, basis.as(Kind.NO_SAMPLES));
        }
        if (n < measure.statistic().samplesToExist()) {
            if (limit.bound() == Bound.AT_MOST && staysBroken(limit, measurement)) {
                return unjudged(limit, actual, n, Status.BROKEN, basis.as(Kind.BROKEN_ALREADY));
            }
            return unjudged(limit, OptionalDouble.empty(), n, Status.UNDECIDED, basis.as(Kind.TOO_FEW));
        }
        boolean met = limit.isMetBy(actual.getAsDouble());
        if (met && limited.open() && limit.bound() == Bound.AT_MOST) {
            return unjudged(limit, actual, n, Status.UNDECIDED, basis.as(Kind.UNFINISHED));
        }
        if (met && isMostlyUnseen(measure.metric(), measurement)) {
            return unjudged(limit, actual, n, Status.BROKEN, basis.as(Kind.MOSTLY_UNSEEN));
        }
        return new Sla(
                limit,
                actual,
                limited.unfinished() > 0 ? OptionalDouble.empty() : withoutFailures(measure, measurement),
                n,
                isCertified(measure.statistic(), n),
                met ? Status.MET : Status.BROKEN,
                limited.unfinished() > 0 ? basis.as(Kind.AT_LEAST) : basis);
    }

    /** Too few samples, but so many beyond the limit that it stays broken were all missing ones good. */
    private static boolean staysBroken(Limit limit, Measurement measurement) {
        Statistic statistic = limit.measure().statistic();
        long samples = statistic.samplesToExist();
        long allowed = samples - (long) Math.ceil(statistic.percentile() / 100 * samples - 1e-9);
        return measurement.largest(limit.measure(), allowed + 1).stream().anyMatch(value -> !limit.isMetBy(value));
    }

    private static Sla unjudged(Limit limit, OptionalDouble actual, long n, Status status, LimitBasis basis) {
        return new Sla(limit, actual, OptionalDouble.empty(), n, false, status, basis);
    }

    private static LimitBasis basis(Measure measure, Measurement measurement, LimitedValue limited) {
        TokenCounts.Streamed streamed = measurement.tokens().streamed();
        return new LimitBasis(
                Kind.JUDGED,
                measurement.requests().failed(),
                measure.metric() == Metric.ERROR_RATE
                        ? 0
                        : limited.n() - measurement.measured(measure) - limited.unfinished(),
                limited.unfinished(),
                streamed.inOnePiece(),
                streamed.hiddenUnknown());
    }

    /** A few streamed answers do not represent many that came in one piece. */
    private static boolean isMostlyUnseen(Metric metric, Measurement measurement) {
        return (metric == Metric.TPOT || metric == Metric.ITL)
                && measurement.tokens().streamed().inOnePiece()
                        > MOST_UNSEEN * measurement.requests().succeeded();
    }

    /** Every table and picture of a report is of successful requests: what it shows must be found in the finding. */
    private static OptionalDouble withoutFailures(Measure measure, Measurement measurement) {
        long answered = measurement.measured(measure);
        return measure.metric().hasDistribution()
                        && answered < measurement.samples(measure)
                        && answered >= measure.statistic().samplesToExist()
                ? measurement.value(measure)
                : OptionalDouble.empty();
    }

    /**
     * Returns whether the second largest of n values bounds a percentile from above with 99 % certainty: the chance
     * that fewer than two of n values lie above it is {@code qⁿ + n(1 − q)qⁿ⁻¹}.
     */
    static boolean isCertified(Statistic statistic, long n) {
        if (statistic.kind() != Statistic.Kind.PERCENTILE || n < 2) {
            return false;
        }
        double q = statistic.percentile() / 100;
        double samples = (double) n;
        return Math.pow(q, samples) + samples * (1 - q) * Math.pow(q, samples - 1) <= CERTAIN;
    }
}
