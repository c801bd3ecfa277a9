package io.github.llmperf.bench.verdict;

import java.util.SplittableRandom;

/**
 * Draws values of whole runs: the run's luck, and the error of a statistic of so many correlated requests, from the
 * distribution that {@link DrawnRequests} draws requests from. The asymptotic standard deviation of a percentile q is
 * {@code sqrt(q(1−q)/n)} over the density there; n requests of an AR(1) series count as {@code n(1−ρ)/(1+ρ)}.
 */
final class DrawnRuns extends RunSource {

    /** Correlation of the errors of median and 90th percentile of the same samples. */
    private static final double CORRELATION = 1. / 3;
    /** Time slices that the error inside a run is estimated from. */
    private static final double SLICES = 20;

    private static final double DENSITY_AT_P50 = .3989422804014327;
    private static final double DENSITY_AT_P90 = .1754983319324868;
    private static final double NORMAL_P90 = 1.2815515655446004;

    private final double[] within;

    DrawnRuns(BenchCell cell) {
        super(cell);
        double counted = cell.requests() * (1 - cell.rho()) / (1 + cell.rho());
        double root = Math.sqrt(counted);
        within = new double[] {
            .5 / DENSITY_AT_P50 * slope(0) / root,
            .3 / DENSITY_AT_P90 * slope(NORMAL_P90) / root,
            .5 / DENSITY_AT_P50 * DrawnRequests.TPOT_SD / root,
            Math.hypot(DrawnRequests.TTFT_PART * variation(), (1 - DrawnRequests.TTFT_PART) * DrawnRequests.TPOT_SD)
                    / root
        };
    }

    /** Returns how the logarithm of the time to first token grows with its normal score. */
    private double slope(double z) {
        double random = cell.spread() * Math.exp(cell.skew() * z);
        return cell.skew() * random / (1 + random);
    }

    /** Returns the coefficient of variation of the time to first token. */
    private double variation() {
        double s2 = cell.skew() * cell.skew();
        return cell.spread() * Math.sqrt(Math.expm1(s2) * Math.exp(s2)) / (1 + cell.spread() * Math.exp(s2 / 2));
    }

    /** Returns the true standard deviations inside a run, in the order of {@link BenchMeasure}. */
    double[] within() {
        return within.clone();
    }

    @Override
    BenchRun run(Luck luck, boolean slowed, SplittableRandom random) {
        double effect = slowed ? Math.log1p(cell.effect()) : 0;
        double ttft = luck.ttft() + (cell.on() == BenchCell.Effect.TAIL ? 0 : effect);
        double tail = luck.ttft() + effect;
        double tpot = luck.tpot() + (cell.on() == BenchCell.Effect.ALL ? effect : 0);
        double first = random.nextGaussian();
        double second = CORRELATION * first + Math.sqrt(1 - CORRELATION * CORRELATION) * random.nextGaussian();
        double part = DrawnRequests.TTFT_PART;
        double[] values = {
            Math.exp(ttft + within[0] * first),
            Math.exp(tail + within[1] * second),
            Math.exp(tpot + within[2] * random.nextGaussian()),
            (part * Math.exp(ttft) + (1 - part) * Math.exp(tpot)) * Math.exp(within[3] * random.nextGaussian())
        };
        double[] estimated = new double[within.length];
        for (int m = 0; m < within.length; m++) {
            estimated[m] = within[m] * Math.sqrt(chiSquarePerDegree(random.nextGaussian()));
        }
        // The product's slices do not tell how exactly a rate is known.
        estimated[BenchMeasure.OUTPUT_TOKEN_RATE.index()] = Double.NaN;
        return BenchRun.of(values, estimated);
    }

    /** E. B. Wilson, M. M. Hilferty, "The distribution of chi-square", PNAS 17 (1931), 684–688. */
    private static double chiSquarePerDegree(double z) {
        double ninth = 2 / (9 * (SLICES - 1));
        double root = 1 - ninth + z * Math.sqrt(ninth);
        return root * root * root;
    }
}
