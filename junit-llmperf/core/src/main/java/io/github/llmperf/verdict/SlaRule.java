package io.github.llmperf.verdict;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.verdict.Finding.Sla;
import io.github.llmperf.verdict.Finding.Status;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Absolute limits, judged by the point estimate. A limited measure without samples is broken, never met. */
final class SlaRule {

    /** Part of the answers of which a limit on gaps may know nothing. */
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
        if (actual.isEmpty()) {
            String text = measure + " has no samples, but must be " + Words.bound(limit)
                    + whyNone(measure.metric(), measurement);
            return new Sla(limit, actual, n, false, Status.BROKEN, text);
        }
        if (n < measure.statistic().samplesToExist()) {
            String text = measure + " does not exist below "
                    + Words.count(measure.statistic().samplesToExist(), "sample") + " (n=" + n + "), so that "
                    + Words.bound(limit) + " cannot be judged; raise requests or duration, or limit a lower percentile";
            return new Sla(limit, OptionalDouble.empty(), n, false, Status.UNDECIDED, text);
        }
        boolean met = limit.isMetBy(actual.getAsDouble());
        if (met && isMostlyUnseen(measure.metric(), measurement)) {
            String text = measure + " " + Words.quantity(actual.getAsDouble(), measure.metric()) + " speaks for "
                    + Words.count(n, "sample") + " only, so that " + Words.bound(limit) + " is not met"
                    + whyNone(measure.metric(), measurement);
            return new Sla(limit, actual, n, false, Status.BROKEN, text);
        }
        boolean certified = isCertified(measure.statistic(), n);
        String text = measure + " " + Words.quantity(actual.getAsDouble(), measure.metric()) + " "
                + (met ? Words.bound(limit) : Words.brokenBound(limit)) + " ("
                + basis(measure, measurement, n) + (met && certified ? ", certified" : "") + ")";
        return new Sla(
                limit,
                actual,
                withoutFailures(measure, measurement),
                n,
                certified,
                met ? Status.MET : Status.BROKEN,
                text);
    }

    private static String whyNone(Metric metric, Measurement measurement) {
        Measurement.Streamed streamed = measurement.tokens().streamed();
        if (metric.isServers()) {
            return ": the server stated no " + metric
                    + " in its answers; see docs/metrics.md for what each server states";
        }
        if ((metric == Metric.TPOT || metric == Metric.ITL) && streamed.inOnePiece() > 0) {
            return ": " + Words.count(streamed.inOnePiece(), "answer")
                    + " came in one piece, with no time between tokens; look for a proxy that buffers, or limit e2e";
        }
        if (metric == Metric.TPOT && streamed.hiddenUnknown() > 0) {
            return ": in " + Words.count(streamed.hiddenUnknown(), "answer")
                    + " reasoning was neither sent nor counted apart; limit itl or e2e";
        }
        return "";
    }

    private static String basis(Measure measure, Measurement measurement, long n) {
        if (measure.metric() == Metric.ERROR_RATE) {
            return String.format(
                    Locale.ROOT, "%,d of %,d", measurement.requests().failed(), n);
        }
        long infinite = n - measurement.measured(measure);
        return String.format(Locale.ROOT, "n=%,d", n)
                + inOnePiece(measure.metric(), measurement.tokens().streamed().inOnePiece())
                + (infinite == 0
                        ? ""
                        : String.format(Locale.ROOT, ", %,d of them failed and count as ∞", infinite)
                                + without(withoutFailures(measure, measurement), measure));
    }

    /** A few answers that streamed do not speak for the many that came in one piece. */
    private static boolean isMostlyUnseen(Metric metric, Measurement measurement) {
        return (metric == Metric.TPOT || metric == Metric.ITL)
                && measurement.tokens().streamed().inOnePiece()
                        > MOST_UNSEEN * measurement.requests().succeeded();
    }

    /** These are in no sample: what is met by the others says nothing of them. */
    private static String inOnePiece(Metric metric, long answers) {
        return answers > 0 && (metric == Metric.TPOT || metric == Metric.ITL)
                ? String.format(Locale.ROOT, ", without %,d that came in one piece", answers)
                : "";
    }

    private static String without(OptionalDouble value, Measure measure) {
        return value.isEmpty()
                ? ""
                : "; " + Words.quantity(value.getAsDouble(), measure.metric()) + " without failures";
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
     * Tells whether the second largest of n values bounds a percentile from above with 99 % certainty: the chance that
     * fewer than two of n values lie above it is {@code qⁿ + n(1 − q)qⁿ⁻¹}.
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
