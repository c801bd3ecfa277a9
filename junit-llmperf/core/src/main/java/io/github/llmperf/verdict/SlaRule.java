package io.github.llmperf.verdict;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Limit;
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
        OptionalDouble actual = measurement.limited(measure);
        long n = measurement.samples(measure);
        LimitBasis basis = basis(measure, measurement, n);
        if (actual.isEmpty()) {
            return unjudged(limit, actual, n, Status.BROKEN, basis.as(Kind.NO_SAMPLES));
        }
        if (n < measure.statistic().samplesToExist()) {
            return unjudged(limit, OptionalDouble.empty(), n, Status.UNDECIDED, basis.as(Kind.TOO_FEW));
        }
        boolean met = limit.isMetBy(actual.getAsDouble());
        if (met && isMostlyUnseen(measure.metric(), measurement)) {
            return unjudged(limit, actual, n, Status.BROKEN, basis.as(Kind.MOSTLY_UNSEEN));
        }
        return new Sla(
                limit,
                actual,
                withoutFailures(measure, measurement),
                n,
                isCertified(measure.statistic(), n),
                met ? Status.MET : Status.BROKEN,
                basis);
    }

    private static Sla unjudged(Limit limit, OptionalDouble actual, long n, Status status, LimitBasis basis) {
        return new Sla(limit, actual, OptionalDouble.empty(), n, false, status, basis);
    }

    private static LimitBasis basis(Measure measure, Measurement measurement, long n) {
        Measurement.Streamed streamed = measurement.tokens().streamed();
        return new LimitBasis(
                Kind.JUDGED,
                measurement.requests().failed(),
                measure.metric() == Metric.ERROR_RATE ? 0 : n - measurement.measured(measure),
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
