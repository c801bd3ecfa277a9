package io.github.llmperf.simulator.engine;

import java.util.SplittableRandom;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What makes two starts of a server, and two steps of one, differ although nothing changed: a factor that is drawn once,
 * and one for each step whose logarithm follows an autoregressive series of first order.
 *
 * @param startSd standard deviation of the logarithm of the factor of one start, 0 or more, such as .04
 * @param stepSd standard deviation of the logarithm of the factor of a step, 0 or more
 * @param correlation of neighbouring steps, 0 to below 1
 * @param seed another seed draws other factors
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Noise(double startSd, double stepSd, double correlation, long seed) {

    /** All steps cost what they are said to. */
    public static final Noise NONE = new Noise(0, 0, 0, 0);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public Noise {
        requireDeviation("startSd", startSd);
        requireDeviation("stepSd", stepSd);
        if (!(correlation >= 0 && correlation < 1)) {
            throw new IllegalArgumentException("correlation must be 0 or more and below 1, but is " + correlation);
        }
    }

    private static void requireDeviation(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(
                    name + " must be between 0 and 1 (.05 is five percent), but is " + value);
        }
    }

    /** Begins a series: one start of a server. */
    Series begin() {
        return new Series(this);
    }

    /** The factors of one start, in the order of its steps. */
    static final class Series {

        private final Noise noise;
        private final SplittableRandom random;
        private final double start;
        private double step;

        private Series(Noise noise) {
            this.noise = noise;
            this.random = new SplittableRandom(noise.seed());
            this.start = noise.startSd() * random.nextGaussian();
            this.step = noise.stepSd() * random.nextGaussian();
        }

        /** Returns what the next step is multiplied with. */
        double next() {
            double factor = Math.exp(start + step);
            double fresh = Math.sqrt(1 - noise.correlation() * noise.correlation()) * noise.stepSd();
            step = noise.correlation() * step + fresh * random.nextGaussian();
            return factor;
        }
    }
}
