package io.github.llmperf.report.matrix;

import io.github.llmperf.metric.Statistic;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How near a measured value must come to a published one.
 *
 * @param share of the published value, above 0
 * @param absolute a difference that is near enough in any case, in the figure's unit; 0 for none
 */
@API(status = Status.INTERNAL, since = "0.1")
public record StudyTolerance(double share, double absolute) {

    private static final double NEAR = .10;
    private static final double MEAN = .15;
    private static final double TAIL = .20;
    private static final double FAR_TAIL = .30;
    private static final double FEW_FAILURES = 3;
    private static final double TAIL_BEGINS = 75;
    private static final double FAR_TAIL_BEGINS = 99;

    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if the share is not above 0
     */
    public StudyTolerance {
        if (!(share > 0)) {
            throw new IllegalArgumentException("closeness must be above 0 %, but is " + share * 100 + " %");
        }
    }

    /**
     * Returns what is asked of a figure unless its column says something else.
     *
     * @return 10 % for rates, times of whole runs and counts, and in any case 3 failures; 15 % for means and medians of
     *     latencies, 20 % from p75 on, 30 % from p99 on
     */
    public static StudyTolerance of(Figure figure) {
        if (figure.name().equals("failed")) {
            return new StudyTolerance(NEAR, FEW_FAILURES);
        }
        if (figure.measure().isEmpty() || !figure.measure().get().metric().hasDistribution()) {
            return new StudyTolerance(NEAR, 0);
        }
        Statistic statistic = figure.measure().get().statistic();
        if (statistic.kind() != Statistic.Kind.PERCENTILE || statistic.percentile() < TAIL_BEGINS) {
            return new StudyTolerance(MEAN, 0);
        }
        return new StudyTolerance(statistic.percentile() < FAR_TAIL_BEGINS ? TAIL : FAR_TAIL, 0);
    }

    /**
     * Returns whether a value is within the tolerance.
     *
     * @return true where either bound holds
     */
    public boolean holds(double published, double measured) {
        double difference = Math.abs(measured - published);
        return difference <= share * Math.abs(published) + 1e-9 || difference <= absolute;
    }
}
