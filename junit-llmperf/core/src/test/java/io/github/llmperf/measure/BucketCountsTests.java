package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether values are counted as HdrHistogram counts them. */
class BucketCountsTests {

    private final BucketCounts counts = new BucketCounts();
    private final Histogram histogram = new Histogram(1L << 60, 3);

    private void add(long value, long times) {
        counts.add(value, times);
        histogram.recordValueWithCount(value, times);
    }

    private static LongStream values(Random random) {
        return LongStream.generate(() -> random.nextLong() >>> (4 + random.nextInt(59)));
    }

    @Test
    void hasTheSameBuckets() {
        values(new Random(5)).limit(10_000).forEach(value -> assertThat(BucketCounts.least(value))
                .isEqualTo(histogram.lowestEquivalentValue(value)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void findsTheSameValuesByRank(long seed) {
        Random random = new Random(seed);
        values(random).limit(2_000).forEach(value -> add(value, 1 + random.nextInt(3)));

        Ranks ranks = counts.ranks();

        assertThat(ranks.n()).isEqualTo(histogram.getTotalCount());
        assertThat(ranks.values()).hasSizeGreaterThan(1_500);
        for (long rank = 1; rank <= ranks.n(); rank += 7) {
            assertThat(ranks.valueOf(rank))
                    .as("rank %s", rank)
                    .isEqualTo(histogram.getValueAtPercentile(100. * (rank - .5) / ranks.n()));
        }
        for (long value : values(random).limit(500).toArray()) {
            long last = BucketCounts.least(value) - 1;
            assertThat(ranks.notAbove(last))
                    .as("not above %s", last)
                    .isEqualTo(last < 0 ? 0 : histogram.getCountBetweenValues(0, last));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void becomesTheSameHistogram(long seed) {
        Random random = new Random(seed);
        values(random).limit(2_000).forEach(value -> add(value, 1 + random.nextInt(3)));

        Histogram copy = new Histogram(1L << 60, 3);
        counts.ranks().addTo(copy);

        assertThat(copy).isEqualTo(histogram);
    }

    @Test
    void isEmptyAtFirst() {
        assertThat(counts.ranks().n()).isZero();
    }
}
