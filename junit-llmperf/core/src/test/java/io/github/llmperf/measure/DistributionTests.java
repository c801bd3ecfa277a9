package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.withPrecision;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.llmperf.metric.Statistic;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTests {

    private static Distribution upTo(int n) {
        return Distribution.of(IntStream.rangeClosed(1, n).asDoubleStream().toArray());
    }

    @ParameterizedTest
    @CsvSource({"50, 50", "90, 90", "99, 99", "99.9, 100", "1, 1", ".1, 1", "50.1, 51", "100, 100"})
    void percentilesAreOfTheNearestRank(double percentile, double expected) {
        assertThat(upTo(100).percentile(percentile)).isCloseTo(expected, withinPercentage(.1));
    }

    @ParameterizedTest
    @CsvSource({"50, 1", "90, 2", "99, 2"})
    void percentilesOfTwoSamplesAreOneOfThem(double percentile, double expected) {
        assertThat(Distribution.of(2, 1).percentile(percentile)).isCloseTo(expected, withinPercentage(.1));
    }

    @Test
    void percentilesAreWithinAThousandthOfTheSample() {
        Random random = new Random(1);
        double[] samples = random.doubles(10_001, .01, 1e7).sorted().toArray();

        assertThat(Distribution.of(samples).percentile(50)).isCloseTo(samples[5000], withinPercentage(.1));
        assertThat(Distribution.of(samples).percentile(99)).isCloseTo(samples[9900], withinPercentage(.1));
    }

    @ParameterizedTest
    @CsvSource({"90, 90", "89, 89", "45, 45"})
    void failuresMoveTheRank(double percentile, double expected) {
        assertThat(upTo(90).percentile(percentile, 10)).isCloseTo(expected, withinPercentage(.1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {90.1, 91, 99})
    void failuresRankAboveEverySample(double percentile) {
        assertThat(upTo(90).percentile(percentile, 10)).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void failuresAloneAreInfinite() {
        assertThat(new Distribution().percentile(50, 1)).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void failuresLeaveOtherStatisticsAlone() {
        assertThat(upTo(3).value(Statistic.MEAN, 100)).isEqualTo(2);
        assertThat(upTo(3).value(Statistic.MAX, 100)).isEqualTo(3);
        assertThat(upTo(3).value(Statistic.percentile(50), 100)).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void meanAndExtremesAreExact() {
        Distribution distribution = Distribution.of(1234.56789, 98765.4321, .00001);

        assertThat(distribution.mean()).isEqualTo((1234.56789 + 98765.4321 + .00001) / 3);
        assertThat(distribution.min()).isEqualTo(.00001);
        assertThat(distribution.max()).isEqualTo(98765.4321);
        assertThat(distribution.percentile(100)).isEqualTo(98765.4321, withPrecision(50.0));
    }

    @Test
    void standardDeviationDividesByOneLess() {
        assertThat(Distribution.of(2, 4, 4, 4, 5, 5, 7, 9).stddev())
                .isEqualTo(Math.sqrt(32 / 7.0), withPrecision(1e-12));
        assertThat(Distribution.of(5).stddev()).isZero();
    }

    @Test
    void statisticsWithoutSamplesAreNotNumbers() {
        Distribution none = new Distribution();

        assertThat(new double[] {none.mean(), none.min(), none.max(), none.stddev(), none.percentile(50)})
                .containsOnly(Double.NaN);
        assertThat(none).hasToString("no samples");
    }

    @Test
    void negativeSamplesCountAsZero() {
        assertThat(Distribution.of(-1).max()).isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
    void refusesWhatIsNoFiniteNumber(double sample) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Distribution.of(sample))
                .withMessage("sample must be a finite number, but is " + sample);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 100.1, Double.NaN})
    void refusesWhatIsNoPercentile(double percentile) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> upTo(3).percentile(percentile))
                .withMessage("percentile must be above 0 and at most 100, but is " + percentile);
    }

    @Test
    void hundredthPercentileIsTheLargestSample() {
        assertThat(upTo(3).percentile(100)).isEqualTo(3);
    }

    @Test
    void hasNoSingleValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> upTo(3).value(Statistic.VALUE))
                .withMessage("a distribution has no single value; ask for its mean");
    }

    @Nested
    class Merging {

        @Test
        void givesTheDistributionOfAllSamples() {
            Distribution odd = Distribution.of(1, 3, 5, 7, 9);
            odd.add(Distribution.of(2, 4, 6, 8, 10));

            assertThat(odd.n()).isEqualTo(10);
            assertThat(odd.mean()).isEqualTo(5.5);
            assertThat(odd.stddev()).isEqualTo(upTo(10).stddev());
            assertThat(odd.percentile(90)).isCloseTo(9, withinPercentage(.1));
            assertThat(odd.min()).isEqualTo(1);
            assertThat(odd.max()).isEqualTo(10);
        }

        @Test
        void leavesTheOtherAsItIs() {
            Distribution other = upTo(3);
            upTo(100).add(other);

            assertThat(other.n()).isEqualTo(3);
        }

        @Test
        void withNothingChangesNothing() {
            Distribution distribution = upTo(3);
            distribution.add(new Distribution());

            assertThat(distribution.min()).isEqualTo(1);
            assertThat(distribution.mean()).isEqualTo(2);
        }
    }

    @Nested
    class Encoding {

        @Test
        void keepsPercentilesAndCount() {
            Distribution decoded = Distribution.decode(upTo(1000).encode());

            assertThat(decoded.n()).isEqualTo(1000);
            assertThat(decoded.percentile(50)).isCloseTo(500, withinPercentage(.1));
            assertThat(decoded.percentile(99)).isCloseTo(990, withinPercentage(.1));
        }

        @Test
        void keepsMeanAndDeviationWithinAThousandth() {
            Distribution decoded = Distribution.decode(upTo(1000).encode());

            assertThat(decoded.mean()).isCloseTo(500.5, withinPercentage(.1));
            assertThat(decoded.stddev()).isCloseTo(upTo(1000).stddev(), withinPercentage(.2));
        }

        @Test
        void ofNothingIsNothing() {
            assertThat(Distribution.decode(new Distribution().encode()).n()).isZero();
        }

        @Test
        void canBeMergedAfterwards() {
            Distribution decoded = Distribution.decode(upTo(10).encode());
            decoded.add(Distribution.of(100));

            assertThat(decoded.n()).isEqualTo(11);
            assertThat(decoded.max()).isEqualTo(100);
        }

        @ParameterizedTest
        @ValueSource(ints = {0, 4})
        void refusesDigitsThatItDoesNotHave(int digits) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> upTo(3).encode(digits))
                    .withMessage("significantDigits must be 1 to 3, but is " + digits);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "not base64!", "AAAA", "HISTFAAAACZ42pNpmSzMwMDAxAABzFCaEUoz2X+AsQA="})
        void refusesOtherText(String text) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Distribution.decode(text))
                    .withMessage("histogram must be HdrHistogram's compressed form in base64");
        }
    }
}
