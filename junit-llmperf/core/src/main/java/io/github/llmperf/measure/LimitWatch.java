package io.github.llmperf.measure;

import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.load.EarlyEnd.LimitLost;
import io.github.llmperf.load.EarlyEnd.Seen;
import io.github.llmperf.load.EarlyEnd.Seen.Counted.What;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Limit.Bound;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic.Kind;
import java.util.OptionalLong;

/**
 * Detects when no further request can save a limit. It counts as the judge does, and rounding of the histogram always
 * favours continuing. Measures without a bound for future samples (tokens, gaps, standard deviations) are never certain
 * before the end.
 */
final class LimitWatch {

    /** More than the relative error by which a histogram of three digits may overstate a value. */
    private static final double ROUNDED_UP = 1.001;

    /** Histogram counts per unit of the metric. */
    private static final double UNITS = 1000;

    private final Limit limit;
    private final Metric metric;
    private final Kind kind;
    private final boolean atMost;
    private final RateSpan span;
    private long n;
    private long outside;
    private double sum;
    private long attempted;
    private long failed;
    private long good;

    LimitWatch(Limit limit, RateSpan span) {
        this.limit = limit;
        this.span = span;
        metric = limit.measure().metric();
        kind = limit.measure().statistic().kind();
        atMost = limit.bound() == Bound.AT_MOST;
    }

    /** Adds a sample of a measured request; those of other metrics are ignored. */
    void sample(Metric of, double value) {
        if (of == metric) {
            double counted = Math.max(0, value);
            n++;
            sum += counted;
            outside += isOutside(counted) ? 1 : 0;
        }
    }

    private boolean isOutside(double value) {
        if (kind != Kind.PERCENTILE) {
            return !limit.isMetBy(value);
        }
        double rounded = Math.round(value * UNITS) / UNITS;
        return !limit.isMetBy(atMost ? Math.min(value, rounded) : value * ROUNDED_UP + 1 / UNITS);
    }

    /** A measured request has ended. */
    void request(boolean succeeded, boolean meetsEachLimit) {
        attempted++;
        failed += succeeded ? 0 : 1;
        good += meetsEachLimit ? 1 : 0;
    }

    /** Returns whether the limit could be judged now. */
    boolean exists() {
        if (metric == Metric.ERROR_RATE || metric == Metric.ATTAINMENT) {
            return attempted > 0;
        }
        if (!metric.hasDistribution()) {
            return attempted > failed;
        }
        return n > 0 && n + infinite() >= limit.measure().statistic().samplesToExist();
    }

    /** Returns whether failed requests can help to meet this limit: they may end arbitrarily fast. */
    boolean failuresHelp() {
        boolean onlyGoodOnesHelp =
                switch (metric) {
                    case ATTAINMENT, REQUEST_RATE, GOODPUT -> !atMost;
                    case ERROR_RATE -> atMost;
                    case RESPONSE_TIME -> false;
                    default -> metric.hasDistribution() && (atMost || !metric.failuresAreInfinite());
                };
        return !onlyGoodOnesHelp;
    }

    /** Returns whether the limit is broken now and stays broken for at most that many more measured requests. */
    boolean isLost(long toCome) {
        return switch (kind) {
            case PERCENTILE -> isPerRequest() && isPercentileLost(toCome);
            case MEAN -> isPerRequest() && atMost && n > 0 && !limit.isMetBy(sum / ((double) n + toCome));
            case MAX -> atMost && outside > 0;
            case MIN -> !atMost && outside > 0;
            case VALUE -> isValueLost(toCome);
            case STDDEV -> false;
        };
    }

    private boolean isPerRequest() {
        return metric.shape() == Metric.Shape.PER_REQUEST;
    }

    private boolean isPercentileLost(long toCome) {
        long all = n + infinite() + toCome;
        long rank = Distribution.rank(limit.measure().statistic().percentile(), all);
        return atMost ? outside + infinite() > all - rank : outside >= rank;
    }

    private boolean isValueLost(long toCome) {
        return switch (metric) {
            case ERROR_RATE -> isPartLost(failed, toCome);
            case ATTAINMENT -> isPartLost(good, toCome);
            case REQUEST_RATE, GOODPUT, ATTEMPT_RATE -> !atMost && !limit.isMetBy(span.most(toCome));
            default -> false;
        };
    }

    private boolean isPartLost(long hits, long toCome) {
        double best = atMost ? hits : (double) hits + toCome;
        return !limit.isMetBy(100.0 * best / ((double) attempted + toCome));
    }

    /** Failed requests count as infinitely slow in these percentiles. */
    private long infinite() {
        return metric.failuresAreInfinite() && kind == Kind.PERCENTILE ? failed : 0;
    }

    /** Returns the limit with the numbers that decided. */
    EarlyEnd lost(long toCome) {
        boolean isKnown = toCome < RemainingRequests.UNKNOWN;
        return new LimitLost(limit, seen(toCome), isKnown ? OptionalLong.of(toCome) : OptionalLong.empty());
    }

    private Seen seen(long toCome) {
        if (metric == Metric.ERROR_RATE) {
            return new Seen.Counted(What.FAILED, failed, attempted);
        }
        if (metric == Metric.ATTAINMENT) {
            return new Seen.Counted(What.GOOD, good, attempted);
        }
        if (!metric.hasDistribution()) {
            return new Seen.Rate(span.requests(toCome), span.seconds());
        }
        return kind == Kind.MEAN
                ? new Seen.Mean(sum / n, n)
                : new Seen.Counted(What.OUTSIDE, outside + infinite(), n + infinite());
    }
}
