package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineStore;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How far the trials of one build lie from stored runs of the same measure, on a scale where equal steps weigh the same
 * (logarithm, arcsine) and positive means worse. The unit of replication is the run, never the request. Variance from run
 * to run is moderated: the assumed one counts as {@code ν₀} runs, which fade as real ones come in.
 *
 * @param shift mean of the trials − mean of the stored runs
 * @param error standard error of the shift
 * @param degreesOfFreedom of the standard error
 * @param runs stored runs
 * @param trials how far each trial lies from the mean of the stored runs
 * @param noise what the run-to-run noise was estimated from
 */
@API(status = Status.INTERNAL, since = "0.1")
public record RunDifference(double shift, double error, double degreesOfFreedom, int runs, Trials trials, Noise noise)
        implements Difference {

    private static final double POWER = .80;

    /**
     * Judges by given numbers, as one trial.
     *
     * @param noise what the error was estimated from
     */
    public RunDifference(double shift, double error, double degreesOfFreedom, int runs, Noise noise) {
        this(shift, error, degreesOfFreedom, runs, new Trials(1, shift, shift), noise);
    }

    /**
     * How far single trials lie from the mean of the stored runs.
     *
     * @param number how many, 1 or more
     * @param best shift of the best one
     * @param worst shift of the worst one
     */
    public record Trials(int number, double best, double worst) {

        static Trials of(double[] shifts) {
            return new Trials(
                    shifts.length,
                    Arrays.stream(shifts).min().orElseThrow(),
                    Arrays.stream(shifts).max().orElseThrow());
        }
    }

    /**
     * Variances of one measure on the transformed scale.
     *
     * @param observed between the stored runs; 0 for a single one
     * @param assumed while few runs are stored
     * @param floor below which no variance is believed
     * @param within part of a stored run's variance that comes from its own requests, averaged; 0 when not known
     * @param withinCandidate the same of the trials that are judged; 0 when either is not known, for what is not taken out
     *     of the variance between runs is in it
     */
    public record Noise(double observed, double assumed, double floor, double within, double withinCandidate) {

        /** Returns the moderated variance s² for a number of stored runs. */
        double moderated(int runs) {
            int weight = PriorNoise.weight(runs);
            return (weight * assumed + (runs - 1) * observed) / (weight + runs - 1);
        }

        double error(int runs, int trials) {
            return error(moderated(runs), runs, trials);
        }

        private double error(double all, int runs, int trials) {
            double stored = Math.max(all, floor);
            double candidate = Math.max(stored, Math.max(all - within, 0) + withinCandidate);
            return Math.sqrt(stored / runs + candidate / trials);
        }
    }

    /**
     * Compares a run with stored ones, knowing nothing of the noise inside a run.
     *
     * @param stored values of the stored runs on the transformed scale, at least one
     * @param assumedSd run-to-run standard deviation assumed while few runs are stored, such as .10
     * @param floorSd standard deviation below which none is believed, such as .02
     */
    public static RunDifference of(double[] stored, double candidate, double assumedSd, double floorSd) {
        return of(stored, new double[] {candidate}, assumedSd, floorSd, WithinRunVariance.UNKNOWN);
    }

    /**
     * Compares trials with stored runs.
     *
     * @param stored values of the stored runs on the transformed scale, at least one
     * @param trials values of the trials on the same scale, at least one
     * @param assumedSd run-to-run standard deviation assumed while few runs are stored, such as .10
     * @param floorSd standard deviation below which none is believed, such as .02
     * @throws IllegalArgumentException if there is no stored run or no trial
     */
    public static RunDifference of(
            double[] stored, double[] trials, double assumedSd, double floorSd, WithinRunVariance within) {
        Noise noise = new Noise(
                variance(stored), assumedSd * assumedSd, floorSd * floorSd, within.stored(), within.candidate());
        return of(stored, trials, noise);
    }

    /**
     * Compares builds with stored runs. Each build is a run of its own hour, as the stored ones are, so that how much
     * builds differ from each other tells of the noise as well.
     *
     * @param builds values of the builds, at least one
     * @param assumedSd run-to-run standard deviation assumed while few runs are known
     * @param floorSd standard deviation below which none is believed
     */
    static RunDifference ofBuilds(
            double[] stored, double[] builds, double assumedSd, double floorSd, WithinRunVariance within) {
        int known = stored.length + builds.length - 1;
        double squares = variance(stored) * (stored.length - 1) + variance(builds) * (builds.length - 1);
        Noise pooled = new Noise(
                known < 2 ? 0 : squares / (known - 1),
                assumedSd * assumedSd,
                floorSd * floorSd,
                within.stored(),
                within.candidate());
        return of(stored, builds, pooled, known);
    }

    static RunDifference of(double[] stored, double[] trials, Noise noise) {
        return of(stored, trials, noise, stored.length);
    }

    /** Compares, with a noise that comes from so many runs. */
    private static RunDifference of(double[] stored, double[] trials, Noise noise, int known) {
        if (stored.length == 0 || trials.length == 0) {
            throw new IllegalArgumentException("stored runs and trials must be one or more each, but are "
                    + stored.length + " and " + trials.length);
        }
        int runs = stored.length;
        double centre = mean(stored);
        double[] shifts = Arrays.stream(trials).map(x -> x - centre).toArray();
        return new RunDifference(
                mean(shifts),
                noise.error(noise.moderated(known), runs, shifts.length),
                freedom(known),
                runs,
                Trials.of(shifts),
                noise);
    }

    private static int freedom(int runs) {
        return PriorNoise.weight(runs) + runs - 1;
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    /** Returns the variance with divisor n − 1; 0 for a single value. */
    static double variance(double[] values) {
        if (values.length < 2) {
            return 0;
        }
        double mean = mean(values);
        return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
    }

    /** Returns the chance of trials this much worse or more when nothing has changed. */
    @Override
    public double pWorse() {
        return t(degreesOfFreedom).survivalProbability(shift / error);
    }

    /** Returns the chance of trials this much better or more when nothing has changed. */
    @Override
    public double pBetter() {
        return t(degreesOfFreedom).survivalProbability(-shift / error);
    }

    /**
     * Returns the chance of trials this good or better when the true worsening is delta.
     *
     * @param delta a worsening on the same scale
     */
    @Override
    public double pBelow(double delta) {
        return t(degreesOfFreedom).survivalProbability((delta - shift) / error);
    }

    @Override
    public boolean everyTrialIsWorse(double least) {
        return trials.number() == 1 || trials.best() > least;
    }

    @Override
    public boolean everyTrialIsBetter(double least) {
        return trials.number() == 1 || trials.worst() < -least;
    }

    @Override
    public double reach(double confidence) {
        return t(degreesOfFreedom).inverseCumulativeProbability(confidence) * error;
    }

    @Override
    public double sd() {
        return Math.sqrt(Math.max(noise.moderated(runs), noise.floor()));
    }

    @Override
    public Evidence.Spread spread() {
        return Evidence.Spread.of(sd(), runs, Math.sqrt(noise.assumed()));
    }

    @Override
    public int trialCount() {
        return trials.number();
    }

    @Override
    public double detectable(double alpha, double delta) {
        TDistribution t = t(degreesOfFreedom);
        return Math.max(t.inverseSurvivalProbability(alpha) * error, delta)
                + t.inverseCumulativeProbability(POWER) * error;
    }

    /** With as many trials as there are, of at most {@link BaselineStore#NEWEST} stored runs. */
    @Override
    public int runsNeeded(double alpha, double delta) {
        Noise lasting = runs > 1
                ? noise
                : new Noise(noise.assumed(), noise.assumed(), noise.floor(), noise.within(), noise.withinCandidate());
        if (significant(alpha, BaselineStore.NEWEST, trials.number(), lasting) > delta) {
            return -1;
        }
        int needed = 1;
        while (significant(alpha, needed, trials.number(), lasting) > delta) {
            needed++;
        }
        return needed;
    }

    private static double significant(double alpha, int runs, int trials, Noise noise) {
        TDistribution t = t(freedom(runs));
        return (t.inverseSurvivalProbability(alpha) + t.inverseCumulativeProbability(POWER))
                * noise.error(runs, trials);
    }

    private static TDistribution t(double degreesOfFreedom) {
        return TDistribution.of(degreesOfFreedom);
    }
}
