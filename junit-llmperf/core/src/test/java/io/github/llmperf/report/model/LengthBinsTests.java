package io.github.llmperf.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.report.model.LengthBins.Bin;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LengthBinsTests {

    @Test
    void areEvenWhereLengthsAreAlike() {
        LengthBins bins = LengthBins.of(Distribution.of(100, 101, 101, 104, 110));

        assertThat(bins.logarithmic()).isFalse();
        assertThat(bins.bins()).hasSize(11).contains(new Bin(101, 102, 2), new Bin(110, 111, 1), new Bin(105, 106, 0));
    }

    @Test
    void growWhereLengthsDiffer() {
        LengthBins bins = LengthBins.of(Distribution.of(3, 90, 100, 124, 8000));

        assertThat(bins.logarithmic()).isTrue();
        assertThat(bins.bins().get(0)).isEqualTo(new Bin(3, 4, 1));
        assertThat(bins.bins()).contains(new Bin(80, 100, 1), new Bin(100, 125, 2), new Bin(8000, 10_000, 1));
    }

    @Test
    void holdOneLengthAlone() {
        assertThat(LengthBins.of(Distribution.of(128, 128, 128)).bins()).containsExactly(new Bin(128, 129, 3));
        assertThat(LengthBins.of(Distribution.of(0)).bins()).containsExactly(new Bin(0, 1, 1));
    }

    @Test
    void loseNoSampleAndLieOneBesideTheOther() {
        Random random = new Random(3);
        for (int run = 0; run < 200; run++) {
            double mean = Math.exp(9 * random.nextDouble());
            double spread = 2 * random.nextDouble();
            double[] samples = LongStream.range(0, 300)
                    .mapToDouble(i -> Math.rint(mean * Math.exp(spread * random.nextGaussian())))
                    .toArray();
            LengthBins bins = LengthBins.of(Distribution.of(samples));

            assertThat(bins.bins().stream().mapToLong(Bin::count).sum()).isEqualTo(300);
            assertThat(bins.bins()).hasSizeLessThan(80);
            for (int i = 1; i < bins.bins().size(); i++) {
                assertThat(bins.bins().get(i).from())
                        .isEqualTo(bins.bins().get(i - 1).to());
            }
            assertThat(bins.position(samples[0])).isBetween(0., 1.);
        }
    }
}
