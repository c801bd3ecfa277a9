package io.github.llmperf.measure;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Statistic;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How precise a run's own value is: the standard deviation due to the requests inside it. Neighbouring requests are
 * correlated, so whole time slices are drawn with replacement and the value is computed from each draw: a block
 * bootstrap, H. R. Künsch, "The jackknife and the bootstrap for general stationary observations", Annals of Statistics
 * 17 (1989), 1217–1241. The draws depend on the samples alone: one measurement always gives one number.
 *
 * <p>Available for means and percentiles of metrics with samples. Not for minimum, maximum and spread, about which a
 * bootstrap says little; and not for rates over the window: a request may last many slices, so that the rates of
 * neighbouring slices are not independent draws.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class SliceBootstrap {

    private static final int DRAWS = 500;

    /** Fewer slices with samples say nothing about the variance between slices. */
    private static final int LEAST_SLICES = 10;

    private SliceBootstrap() {}

    /**
     * Returns the standard deviation of a measure's value on the log scale, which is its relative one as long as it is
     * small.
     *
     * @return 0 or more, such as .02; empty for a measure without samples, with samples in fewer than half of the slices,
     *     or that is neither a mean nor a percentile
     */
    public static OptionalDouble relativeSd(Measurement measurement, Measure measure) {
        Statistic statistic = measure.statistic();
        List<Distribution> slices = measurement.slices().getOrDefault(measure.metric(), List.of()).stream()
                .filter(slice -> slice.n() > 0)
                .toList();
        boolean known = statistic.kind() == Statistic.Kind.MEAN || statistic.kind() == Statistic.Kind.PERCENTILE;
        if (!known || slices.size() < LEAST_SLICES) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(sd(slices, value(statistic, slices)));
    }

    /** Returns the function that computes the value of a draw from how often each slice occurs in it. */
    private static ToDoubleFunction<int[]> value(Statistic statistic, List<Distribution> slices) {
        if (statistic.kind() == Statistic.Kind.MEAN) {
            return times -> mean(slices, times);
        }
        SliceCounts counts = SliceCounts.of(slices);
        return times -> counts.percentile(statistic.percentile(), times) / Distribution.SCALE;
    }

    private static double mean(List<Distribution> slices, int[] times) {
        double sum = 0;
        double n = 0;
        for (int i = 0; i < times.length; i++) {
            sum += times[i] * slices.get(i).mean() * slices.get(i).n();
            n += (double) times[i] * slices.get(i).n();
        }
        return sum / n;
    }

    private static double sd(List<Distribution> slices, ToDoubleFunction<int[]> value) {
        SplittableRandom random = new SplittableRandom(seed(slices));
        int n = slices.size();
        double[] logs = new double[DRAWS];
        for (int draw = 0; draw < DRAWS; draw++) {
            int[] times = new int[n];
            for (int i = 0; i < n; i++) {
                times[random.nextInt(n)]++;
            }
            // The resolution of all measurements; zero has no logarithm.
            logs[draw] = Math.log(Math.max(value.applyAsDouble(times), 1 / Distribution.SCALE));
        }
        // Drawn from n slices, values spread by (n − 1)/n of the variance that n slices have.
        return stddev(logs) * Math.sqrt(n / (n - 1.));
    }

    private static double stddev(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        return Math.sqrt(Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1));
    }

    private static long seed(List<Distribution> slices) {
        long seed = 1;
        for (Distribution slice : slices) {
            seed = 31 * (31 * seed + slice.n()) + Double.doubleToLongBits(slice.mean());
        }
        return seed;
    }
}
