package io.github.llmperf.verdict;

import io.github.llmperf.baseline.NoRuns;
import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Finding.Sla;
import io.github.llmperf.verdict.Finding.Status;
import java.util.Optional;
import java.util.OptionalDouble;

/** Findings for tests of what is made of them. */
public final class Findings {

    private Findings() {}

    /** A comparison in which the run ranks among the best. */
    public static Comparison comparison(
            Measure measure,
            Reference against,
            Verdict verdict,
            double baseline,
            double candidate,
            double change,
            double low,
            double high,
            double tolerance,
            double p,
            long n,
            int trials,
            int runs,
            double runToRunSd,
            double detectable,
            int runsNeeded) {
        ComparisonDetail standing = against.kind() == Reference.Kind.TARGET
                ? new ComparisonDetail.InPairs(0)
                : new ComparisonDetail.Ranked(new Rank(runs, trials, 0, 0));
        return new Comparison(
                new Subject(measure, against, tolerance),
                verdict,
                new ComparedValues(baseline, candidate, change, low, high),
                new Evidence(p, n, trials, runs, spread(against, runToRunSd, runs), detectable, runsNeeded, standing));
    }

    /** With 10 % assumed in place of stored runs that are missing. */
    private static Evidence.Spread spread(Reference against, double sd, int runs) {
        return against.kind() == Reference.Kind.TARGET
                ? Evidence.Spread.measured(sd)
                : Evidence.Spread.of(sd, runs, .10);
    }

    public static Comparison standing(Comparison c, ComparisonDetail standing) {
        Evidence e = c.evidence();
        return new Comparison(
                c.subject(),
                c.verdict(),
                c.values(),
                new Evidence(e.p(), e.n(), e.trials(), e.runs(), e.spread(), e.detectable(), e.runsNeeded(), standing));
    }

    /** A limit on which no request failed. */
    public static Sla sla(Limit limit, OptionalDouble actual, long n, boolean certified, Status status) {
        return sla(limit, actual, OptionalDouble.empty(), n, certified, status);
    }

    public static Sla sla(
            Limit limit,
            OptionalDouble actual,
            OptionalDouble withoutFailures,
            long n,
            boolean certified,
            Status status) {
        LimitBasis.Kind kind = actual.isPresent()
                ? LimitBasis.Kind.JUDGED
                : status == Status.UNDECIDED ? LimitBasis.Kind.TOO_FEW : LimitBasis.Kind.NO_SAMPLES;
        return new Sla(
                limit,
                actual,
                withoutFailures,
                n,
                certified,
                status,
                new LimitBasis(kind, 0, withoutFailures.isPresent() ? 1 : 0, 0, 0, 0));
    }

    /** A limit of 400 requests that is met. */
    public static Sla met(String limit, double actual) {
        return sla(Limit.parse(limit), OptionalDouble.of(actual), 400, true, Status.MET);
    }

    /** A limit of 400 requests that is broken. */
    public static Sla broken(String limit, double actual) {
        return sla(Limit.parse(limit), OptionalDouble.of(actual), 400, true, Status.BROKEN);
    }

    /** With five stored runs, at the tolerance that is usual for the measure. */
    public static Comparison comparison(
            String measure,
            Verdict verdict,
            double baseline,
            double candidate,
            double change,
            double low,
            double high) {
        double tolerance = Measure.parse(measure).statistic().isTail() ? .15 : .10;
        return comparison(measure, verdict, baseline, candidate, change, low, high, tolerance);
    }

    /** With five stored runs. */
    public static Comparison comparison(
            String measure,
            Verdict verdict,
            double baseline,
            double candidate,
            double change,
            double low,
            double high,
            double tolerance) {
        return comparison(
                Measure.parse(measure),
                Reference.STORED_RUNS,
                verdict,
                baseline,
                candidate,
                change,
                low,
                high,
                tolerance,
                .004,
                400,
                1,
                5,
                .042,
                .14,
                9);
    }

    /** A target could not be started for a further trial. */
    public static Finding note(String sentence) {
        return new Finding.Note(new Remark.TrialsCutShort(sentence));
    }

    public static Finding fault(String why) {
        return new Finding.Fault(new RunFailure.Refused(why));
    }

    /** Nothing is stored in a file. */
    public static Finding notComparable(String file) {
        NoRuns none = new NoRuns(file, new NoRuns.NoneYet(Optional.empty()), false);
        return new Finding.NotComparable(new MissingReference.NothingStored(Reference.STORED_RUNS, none));
    }

    /** A target that cannot carry nine requests a second. */
    static EarlyEnd overrun() {
        return new EarlyEnd.Overrun(9, 60, new EarlyEnd.Rise(11, 51), new EarlyEnd.Rise(100, 900), Metric.TTFT);
    }

    /** This machine failed one request. */
    public static Finding invalid(String message) {
        return new Finding.Validity(
                Status.BROKEN, new Cause.FailedHere(1, Failure.of(FailureKind.GENERATOR, message), false));
    }
}
