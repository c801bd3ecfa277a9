package io.github.llmperf.wording;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.verdict.Finding.Sla;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.verdict.LimitBasis;
import java.util.Locale;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/** A limit against a measured value, in words. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class LimitText {

    private LimitText() {}

    static String of(Sla sla) {
        Measure measure = sla.limit().measure();
        String bound = Numbers.bound(sla.limit());
        return switch (sla.basis().kind()) {
            case JUDGED -> judged(sla, measure, "");
            case AT_LEAST -> judged(sla, measure, "at least ");
            case UNFINISHED ->
                measure + " is at least " + quantity(sla.actual(), measure)
                        + ", since requests had taken longer when the run cut them off than any that ended, so that "
                        + bound + " cannot be judged; raise duration, or take window = STEADY, which waits for answers";
            case NO_SAMPLES -> measure + " has no samples, but must be " + bound + whyNone(measure, sla.basis());
            case TOO_FEW ->
                measure + " does not exist below "
                        + Numbers.count(measure.statistic().samplesToExist(), "sample") + " (n=" + sla.n()
                        + "), so that "
                        + bound + " cannot be judged; raise requests or duration, or limit a lower percentile";
            case BROKEN_ALREADY ->
                measure + " is above " + Numbers.quantity(sla.limit().value(), measure.metric()) + " whatever the "
                        + Numbers.count(measure.statistic().samplesToExist() - sla.n(), "sample")
                        + " come to that it lacks (n=" + sla.n() + ")";
            case MOSTLY_UNSEEN ->
                measure + " " + quantity(sla.actual(), measure) + " speaks for " + Numbers.count(sla.n(), "sample")
                        + " only, so that " + bound + " is not met" + whyNone(measure, sla.basis());
            case ENDED_EARLY ->
                measure + " could not be judged, since the run was ended early with "
                        + Numbers.count(sla.n(), "sample");
        };
    }

    private static String judged(Sla sla, Measure measure, String least) {
        boolean met = sla.status() == Status.MET;
        Numbers.Apart apart = Numbers.quantity(sla.actual().orElseThrow(), sla.limit());
        return measure + " " + least + apart.value() + " "
                + (met ? sla.limit().operator() : Numbers.brokenOperator(sla.limit())) + " " + apart.limit() + " ("
                + basis(sla, measure)
                + (met && sla.certified() ? ", certified" : "") + ")";
    }

    private static String quantity(OptionalDouble value, Measure measure) {
        return Numbers.quantity(value.orElseThrow(), measure.metric());
    }

    private static String basis(Sla sla, Measure measure) {
        LimitBasis basis = sla.basis();
        if (measure.metric() == Metric.ERROR_RATE) {
            return String.format(Locale.ROOT, "%,d of %,d", basis.failed(), sla.n());
        }
        return String.format(Locale.ROOT, "n=%,d", sla.n())
                + (basis.unfinished() == 0
                        ? ""
                        : String.format(Locale.ROOT, ", %,d of them cut off by the run's end", basis.unfinished()))
                + inOnePiece(measure.metric(), basis.inOnePiece())
                + (basis.infinite() == 0
                        ? ""
                        : String.format(Locale.ROOT, ", %,d of them failed and count as ∞", basis.infinite())
                                + beside(withoutFailures(sla.withoutFailures(), measure)));
    }

    private static String inOnePiece(Metric metric, long answers) {
        return answers > 0 && isOfGaps(metric)
                ? String.format(Locale.ROOT, ", without %,d that came in one piece", answers)
                : "";
    }

    private static String beside(String further) {
        return further.isEmpty() ? "" : "; " + further;
    }

    /**
     * Says the value of the successful requests alone.
     *
     * @return such as {@code 1,671 ms without failures}; empty where there is none
     */
    public static String withoutFailures(OptionalDouble value, Measure measure) {
        return value.isEmpty() ? "" : quantity(value, measure) + " without failures";
    }

    private static boolean isOfGaps(Metric metric) {
        return metric == Metric.TPOT || metric == Metric.ITL;
    }

    private static String whyNone(Measure measure, LimitBasis basis) {
        Metric metric = measure.metric();
        if (metric.isServers()) {
            return ": the server stated no " + metric
                    + " in its answers; see docs/metrics.md for what each server states";
        }
        if (isOfGaps(metric) && basis.inOnePiece() > 0) {
            return ": " + Numbers.count(basis.inOnePiece(), "answer")
                    + " came in one piece, with no time between tokens; look for a proxy that buffers, or limit e2e";
        }
        if (metric == Metric.TPOT && basis.hiddenUnknown() > 0) {
            return ": in " + Numbers.count(basis.hiddenUnknown(), "answer")
                    + " reasoning was neither sent nor counted apart; limit itl or e2e";
        }
        return "";
    }
}
