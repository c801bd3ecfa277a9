package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.protocol.TokensFrom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("simulation")
class SliceBootstrapTests {

    private static final Measure MEAN = Measure.parse("ttft");
    private static final Measure P50 = Measure.parse("ttft.p50");
    private static final Measure P90 = Measure.parse("ttft.p90");

    /** Returns a measurement whose ttft is in the given slices, the rates and counts being of no account. */
    private static Measurement sliced(List<Distribution> ttft) {
        return new Measurement(
                Map.of(Metric.TTFT, Distribution.sum(ttft)),
                Map.of(Metric.TTFT, ttft),
                Map.of(Metric.OUTPUT_TOKEN_RATE, 100.),
                new RequestCounts(1, 1, 0, 0, 0, 0, 0, 0, Map.of()),
                new TokenCounts(0, 0, -1, TokensFrom.USAGE),
                new Measurement.Window(Phases.WindowKind.STEADY, 1, 1, 1, false),
                new Measurement.WholeRun(Map.of()),
                1,
                List.of());
    }

    /** Returns a run of log-normal values, each of which has a given part of the deviation of the one before. */
    private static Measurement run(Random random, int n, double sd, double autocorrelation) {
        List<Distribution> slices = new ArrayList<>();
        double state = random.nextGaussian();
        for (int slice = 0; slice < Measurement.SLICES; slice++) {
            Distribution one = new Distribution();
            for (int i = 0; i < n / Measurement.SLICES; i++) {
                state = autocorrelation * state
                        + Math.sqrt(1 - autocorrelation * autocorrelation) * random.nextGaussian();
                one.add(800 * Math.exp(sd * state));
            }
            slices.add(one);
        }
        return sliced(slices);
    }

    private static double sd(Measurement measurement, Measure measure) {
        return SliceBootstrap.relativeSd(measurement, measure).orElseThrow();
    }

    @Test
    void isNothingWhereAllSlicesAreAlike() {
        List<Distribution> slices = new ArrayList<>();
        for (int i = 0; i < Measurement.SLICES; i++) {
            slices.add(Distribution.of(100, 200, 300, 400));
        }

        assertThat(sd(sliced(slices), MEAN)).isZero();
        assertThat(sd(sliced(slices), P50)).isZero();
    }

    @Test
    void isTheSpreadOfTheMeanOfTheSlices() {
        List<Distribution> slices = new ArrayList<>();
        for (int i = 0; i < Measurement.SLICES; i++) {
            slices.add(Distribution.of(i % 2 == 0 ? 990 : 1010));
        }

        // The mean of n values of standard deviation 10·√(n/(n − 1)) around 1000.
        assertThat(sd(sliced(slices), MEAN)).isCloseTo(.01 / Math.sqrt(19), withinPercentage(8));
    }

    @Test
    void isTheSameForTheSameMeasurement() {
        assertThat(sd(run(new Random(1), 400, .3, 0), P90)).isEqualTo(sd(run(new Random(1), 400, .3, 0), P90));
        assertThat(sd(run(new Random(1), 400, .3, 0), P90)).isNotEqualTo(sd(run(new Random(2), 400, .3, 0), P90));
    }

    /** The truth is the spread of the value over many runs. */
    @ParameterizedTest
    @ValueSource(doubles = {0, .8})
    void isHowMuchTheValueDiffersFromRunToRunThatDifferInNothingElse(double autocorrelation) {
        Random random = new Random(7);
        List<Measurement> runs = Stream.generate(() -> run(random, 1_000, .3, autocorrelation))
                .limit(150)
                .toList();
        for (Measure measure : List.of(MEAN, P50, P90)) {
            double variance = 0;
            Distribution found = new Distribution();
            for (Measurement run : runs) {
                double truth = measure.equals(MEAN) ? .045 : measure.equals(P50) ? 0 : .3 * 1.2815516;
                double error = Math.log(run.value(measure).orElseThrow() / 800) - truth;
                variance += error * error / runs.size();
                found.add(1000 * sd(run, measure));
            }
            assertThat(found.mean() / 1000).as(measure.toString()).isCloseTo(Math.sqrt(variance), withinPercentage(15));
        }
    }

    @Test
    void growsWithWhatNeighboursShare() {
        double alone = sd(run(new Random(1), 1_000, .3, 0), P50);
        assertThat(sd(run(new Random(1), 1_000, .3, .9), P50)).isGreaterThan(2 * alone);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ttft.max", "ttft.min", "ttft.stddev", "tpot.p50", "outputTokenRate"})
    void isUnknownForWhatTheSlicesDoNotTell(String measure) {
        assertThat(SliceBootstrap.relativeSd(run(new Random(1), 400, .3, 0), Measure.parse(measure)))
                .isEmpty();
    }

    @Test
    void takesTenSlicesWithSamples() {
        List<Distribution> slices = new ArrayList<>();
        for (int i = 0; i < Measurement.SLICES; i++) {
            slices.add(i < 10 ? Distribution.of(100 + i) : new Distribution());
        }
        assertThat(SliceBootstrap.relativeSd(sliced(slices), P50)).isPresent();

        slices.set(9, new Distribution());
        assertThat(SliceBootstrap.relativeSd(sliced(slices), P50)).isEmpty();
    }

    @Test
    void takesZeroForTheSmallestThatIsMeasured() {
        List<Distribution> slices = new ArrayList<>();
        for (int i = 0; i < Measurement.SLICES; i++) {
            slices.add(Distribution.of(0));
        }
        assertThat(sd(sliced(slices), P50)).isZero();
    }

    @Test
    void takesPercentilesOfMixturesAsOfTheirSamples() {
        Random random = new Random(3);
        List<Distribution> parts = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            parts.add(Distribution.of(random.doubles(30 + i, 1, 5_000).toArray()));
        }
        SliceCounts counts = SliceCounts.of(parts);
        int[] times = {0, 3, 1, 0, 2, 1, 1, 0, 0, 2, 1, 1};
        List<Distribution> mixture = new ArrayList<>();
        for (int i = 0; i < times.length; i++) {
            for (int j = 0; j < times[i]; j++) {
                mixture.add(parts.get(i));
            }
        }
        Distribution whole = Distribution.sum(mixture);
        for (double percentile : new double[] {.1, 1, 25, 50, 90, 99, 100}) {
            assertThat(counts.percentile(percentile, times) / 1000.)
                    .isCloseTo(whole.percentile(percentile), within(whole.percentile(percentile) / 900));
        }
    }
}
