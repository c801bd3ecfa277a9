package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionBuilderTests {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void becomesTheDistributionOfItsSamples(long seed) {
        double[] samples = samples(new Random(seed));
        DistributionBuilder draft = new DistributionBuilder();
        for (double sample : samples) {
            draft.add(sample);
        }

        assertSame(draft.distribution(), Distribution.of(samples));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void takesNanosecondsAsMilliseconds(long seed) {
        long[] nanos = DoubleStream.of(samples(new Random(seed)))
                .mapToLong(sample -> 1000 * (long) (1000 * sample))
                .toArray();
        DistributionBuilder draft = new DistributionBuilder();
        for (long sample : nanos) {
            draft.addNanos(sample);
        }

        double[] millis = new double[nanos.length];
        for (int i = 0; i < nanos.length; i++) {
            millis[i] = nanos[i] / 1e6;
        }
        assertSame(draft.distribution(), Distribution.of(millis));
    }

    @Test
    void isEmptyAtFirst() {
        assertThat(new DistributionBuilder().distribution()).hasToString("no samples");
    }

    @Test
    void countsNegativeSamplesAsZero() {
        DistributionBuilder draft = new DistributionBuilder();
        draft.add(-1);
        draft.addNanos(-1);

        assertThat(draft.distribution().max()).isZero();
        assertThat(draft.distribution().min()).isZero();
        assertThat(draft.distribution().n()).isEqualTo(2);
    }

    @Test
    void refusesWhatIsNoNumber() {
        assertThatThrownBy(() -> new DistributionBuilder().add(Double.NaN))
                .hasMessage("sample must be a finite number, but is NaN");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 7, 19, 20, 21, 1_000, 999_999_937, 86_400_000_000_000L})
    void slicesBeginWhereTheWindowSaysSo(long length) {
        TimeSpan window = new TimeSpan(123_456_789_012_345L, 123_456_789_012_345L + length);
        long[] starts = window.sliceStarts(20);
        Random random = new Random(length);
        for (int i = 0; i < 1000; i++) {
            long moment = window.from() - 2 + (long) (random.nextDouble() * (length + 5));
            int slice = 0;
            while (slice + 1 < starts.length && moment >= starts[slice + 1]) {
                slice++;
            }
            assertThat(slice).isEqualTo(window.slice(moment, 20));
        }
    }

    private static void assertSame(Distribution found, Distribution expected) {
        assertThat(found.encode()).isEqualTo(expected.encode());
        assertThat(found.n()).isEqualTo(expected.n());
        assertThat(found.mean()).isEqualTo(expected.mean(), within(1e-9 * expected.mean()));
        assertThat(found.stddev()).isEqualTo(expected.stddev(), within(1e-9 * expected.max()));
        assertThat(found.min()).isEqualTo(expected.min());
        assertThat(found.max()).isEqualTo(expected.max());
        for (double percentile : new double[] {.1, 25, 50, 90, 99, 99.9, 100}) {
            assertThat(found.percentile(percentile)).isEqualTo(expected.percentile(percentile));
        }
    }

    /** From microseconds to hours. */
    private static double[] samples(Random random) {
        return random.doubles(5000, -3, 7).map(power -> Math.pow(10, power)).toArray();
    }
}
