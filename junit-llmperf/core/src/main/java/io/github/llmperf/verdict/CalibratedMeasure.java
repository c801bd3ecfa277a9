package io.github.llmperf.verdict;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.RequestSeries;
import io.github.llmperf.measure.SliceBootstrap;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How much one guarded measure differs from trial to trial. All deviations are of the logarithm, so they read as relative
 * ones.
 *
 * @param measure what is guarded
 * @param value geometric mean of the trials, in the metric's unit
 * @param trials values, in their order
 * @param spread how much the trials differ
 * @param lag how much neighbours are alike
 * @param tolerance as set
 * @param effect what can be detected with such noise
 */
@API(status = Status.INTERNAL, since = "0.1")
public record CalibratedMeasure(
        Measure measure, double value, int trials, Spread spread, Lag lag, double tolerance, DetectableEffect effect) {

    /**
     * How much trials differ.
     *
     * @param sd standard deviation from trial to trial
     * @param low lower end of its 90 % interval, by the chi-squared distribution of a variance
     * @param high upper end
     * @param within standard deviation that comes from the requests inside a trial, root mean square; not a number when
     *     unknown
     */
    public record Spread(double sd, double low, double high, double within) {}

    /**
     * Autocorrelation at lag 1.
     *
     * @param requests of requests within a trial, mean of all; not a number for a rate
     * @param trials the same from trial to trial; for so many values it lies within ±2/√trials by chance
     */
    public record Lag(double requests, double trials) {}

    /** Number of stored runs that a recommendation assumes: two weeks of a default branch. */
    public static final int STORED_RUNS = 10;

    static CalibratedMeasure of(
            Measure measure, LoadPlan plan, List<Measurement> trials, List<LoadRun> runs, double alpha) {
        BaselinePolicy policy = plan.criteria().baseline();
        boolean wholeRun = RegressionRule.isWindowRate(measure.metric())
                && trials.stream().anyMatch(trial -> trial.window().ratesFromWholeRun());
        double[] logs = trials.stream()
                .mapToDouble(trial -> Math.log(trial.value(measure, wholeRun).orElseThrow()))
                .toArray();
        double variance = RunDifference.variance(logs);
        int df = logs.length - 1;
        ChiSquaredDistribution chi = ChiSquaredDistribution.of(df);
        double within = within(measure, trials);
        double value = Math.exp(Arrays.stream(logs).average().orElseThrow());
        double tolerance =
                Math.max(policy.guard().toleranceFor(measure), LogComparison.unnoticed(measure.metric()) / value);
        return new CalibratedMeasure(
                measure,
                value,
                logs.length,
                new Spread(
                        Math.sqrt(variance),
                        Math.sqrt(variance * df / chi.inverseCumulativeProbability(.95)),
                        Math.sqrt(variance * df / chi.inverseCumulativeProbability(.05)),
                        within),
                new Lag(requestLag(measure, plan, runs), Autocorrelation.lagOne(logs)),
                policy.guard().toleranceFor(measure),
                DetectableEffect.of(
                        variance, within * within, policy.guard().assumedNoise(), alpha, Math.log1p(tolerance)));
    }

    /**
     * Returns the share of the between-trial variance that is due to the requests inside a trial, and so shrinks with
     * more requests.
     *
     * @return 0 to 1; not a number when it is not known
     */
    public double withinShare() {
        double sd = spread.sd();
        return sd == 0 ? Double.NaN : Math.min(1, spread.within() * spread.within() / (sd * sd));
    }

    /**
     * Returns the smallest tolerance that this measure can hold with {@value #STORED_RUNS} stored runs and one trial of as
     * many requests as now: from there on what is measured is significant too. A smaller one would change nothing.
     *
     * @return relative, a whole number of percent, rounded up
     */
    public double recommendedTolerance() {
        return Math.ceil(effect.significant(STORED_RUNS, 1, 1) * 100 - 1e-9) / 100;
    }

    /**
     * Returns the smallest worsening that is called a regression in 8 of 10 builds where the tolerance is the recommended one.
     *
     * @return relative, such as .12
     */
    public double seenWithRecommended() {
        return effect.withTolerance(recommendedTolerance()).detectable(STORED_RUNS, 1, 1);
    }

    private static double within(Measure measure, List<Measurement> trials) {
        double[] each = trials.stream()
                .map(trial -> SliceBootstrap.relativeSd(trial, measure))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .map(sd -> sd * sd)
                .toArray();
        return each.length < trials.size()
                ? Double.NaN
                : Math.sqrt(Arrays.stream(each).average().orElseThrow());
    }

    private static double requestLag(Measure measure, LoadPlan plan, List<LoadRun> runs) {
        if (!measure.metric().hasDistribution()) {
            return Double.NaN;
        }
        return runs.stream()
                .map(run -> RequestSeries.of(plan, run, measure.metric()))
                .map(values -> Arrays.stream(values).map(Math::log1p).toArray())
                .mapToDouble(Autocorrelation::lagOne)
                .filter(lag -> !Double.isNaN(lag))
                .average()
                .orElse(Double.NaN);
    }
}
