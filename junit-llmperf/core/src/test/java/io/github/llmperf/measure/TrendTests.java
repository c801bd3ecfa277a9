package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Series of ten minutes, simulated with fixed seeds and looked at as a run looks at them. */
@Tag("simulation")
class TrendTests {

    private static final int SECONDS = 600;
    private static final int RUNS = 1000;

    /** Requests in flight and latency, each second. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Course(double[] requests, double[] waiting) {}

    /** What happens to both besides noise. */
    private interface Shape {
        double at(int second, Random random);
    }

    private static int stopped(Function<Random, Course> courses) {
        int stopped = 0;
        for (int run = 0; run < RUNS; run++) {
            stopped += stopsAt(courses.apply(new Random(31L * run))) > 0 ? 1 : 0;
        }
        return stopped;
    }

    private static int stopsAt(Course course) {
        for (int n = OverrunStop.FIRST_LOOK; n <= SECONDS; n = (int) Math.ceil(n * OverrunStop.NEXT_LOOK)) {
            if (new Trend(course.requests, n).rises() && new Trend(course.waiting, n).rises()) {
                return n;
            }
        }
        return 0;
    }

    /** Both follow the shape, with noise that depends on the second before and is mostly the same in both. */
    private static Course noisy(Random random, double phi, double noise, Shape shape) {
        double[] requests = new double[SECONDS];
        double[] waiting = new double[SECONDS];
        double one = 0;
        double other = 0;
        double fresh = Math.sqrt(1 - phi * phi);
        for (int second = -200; second < SECONDS; second++) {
            double shared = random.nextGaussian();
            one = phi * one + fresh * shared;
            other = phi * other + fresh * (.9 * shared + .436 * random.nextGaussian());
            if (second >= 0) {
                double level = shape.at(second, random);
                requests[second] = Math.round(50 * level * Math.max(0, 1 + noise * one));
                waiting[second] = 300 * level * Math.exp(noise * other);
            }
        }
        return new Course(requests, waiting);
    }

    @ParameterizedTest
    @CsvSource({".5, .2", ".7, .2", ".9, .2", ".5, .5", ".7, .5", ".9, .5"})
    void takesNoNoiseForATrend(double phi, double noise) {
        assertThat(stopped(random -> noisy(random, phi, noise, (second, r) -> 1)))
                .isLessThanOrEqualTo(RUNS / 1000);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 30, 60})
    void takesNoSwingForATrend(int period) {
        assertThat(stopped(random -> {
                    double phase = random.nextDouble();
                    return noisy(
                            random,
                            .7,
                            .2,
                            (second, r) -> 1 + .3 * Math.sin(2 * Math.PI * ((double) second / period + phase)));
                }))
                .isLessThanOrEqualTo(RUNS / 1000);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 10, 20})
    void takesNoHiccupForATrend(int seconds) {
        assertThat(stopped(random -> {
                    int from = random.nextInt(500);
                    return noisy(random, .7, .2, (second, r) -> hiccup(second - from, seconds));
                }))
                .isLessThanOrEqualTo(RUNS / 1000);
    }

    /** Rises to six times while it lasts, and falls as long again. */
    private static double hiccup(int since, int seconds) {
        double height = 1 - Math.abs(since - seconds) / (double) seconds;
        return 1 + 5 * Math.max(0, height);
    }

    @ParameterizedTest
    @CsvSource({"1.8, 20", "1.8, 60", "1.8, 120", "4, 10", "4, 15"})
    void takesNoWayToAPlateauForATrend(double plateau, double tau) {
        assertThat(stopped(random ->
                        noisy(random, .7, .2, (second, r) -> 1 + (plateau - 1) * (1 - Math.exp(-second / tau)))))
                .isLessThanOrEqualTo(RUNS / 1000);
    }

    @Test
    void takesNoColdStartForATrend() {
        assertThat(stopped(random -> noisy(random, .7, .2, (second, r) -> 1 + 4 * Math.exp(-second / 15.))))
                .isLessThanOrEqualTo(RUNS / 1000);
    }

    @ParameterizedTest
    @ValueSource(doubles = {.05, .2, 1})
    void seesWhatKeepsRising(double perSecond) {
        assertThat(stopped(random -> noisy(random, .7, .2, (second, r) -> 1 + perSecond * second)))
                .isGreaterThan(RUNS * 99 / 100);
    }

    @Test
    void seesNothingWhereASeriesHasGapsAsLongAsABlock() {
        double[] rising = new double[120];
        for (int i = 0; i < rising.length; i++) {
            rising[i] = 1 + i;
        }
        assertThat(new Trend(rising, 120).rises()).isTrue();
        Arrays.fill(rising, 40, 50, Double.NaN);
        assertThat(new Trend(rising, 120).rises()).isFalse();
    }

    @Test
    void needsBothSeriesToRise() {
        double[] rising = new double[SECONDS];
        double[] level = new double[SECONDS];
        for (int i = 0; i < SECONDS; i++) {
            rising[i] = 1 + i;
            level[i] = 50;
        }
        assertThat(stopsAt(new Course(rising, rising))).isEqualTo(OverrunStop.FIRST_LOOK);
        assertThat(stopsAt(new Course(rising, level))).isZero();
        assertThat(stopsAt(new Course(level, rising))).isZero();
    }
}
