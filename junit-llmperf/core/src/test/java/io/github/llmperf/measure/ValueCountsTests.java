package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueCountsTests {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void agreesWithADistributionOfTheSameSamples(long seed) {
        Random random = new Random(seed);
        List<ValueCounts> parts = new ArrayList<>();
        List<Distribution> distributions = new ArrayList<>();
        for (int part = 0; part < 7; part++) {
            DistributionBuilder draft = new DistributionBuilder();
            int n = part == 3 ? 0 : random.nextInt(400);
            for (int i = 0; i < n; i++) {
                draft.add(Math.exp(-7 + 18 * random.nextDouble()));
                draft.addNanos((long) Math.exp(25 * random.nextDouble()));
            }
            parts.add(draft.counts());
            distributions.add(draft.distribution());
        }

        for (int part = 0; part < 7; part++) {
            assertSame(parts.get(part), distributions.get(part), random);
        }
        assertSame(ValueCounts.sum(parts), Distribution.sum(distributions), random);
    }

    private static void assertSame(ValueCounts counts, Distribution expected, Random random) {
        assertThat(counts.n()).isEqualTo(expected.n());
        for (double percentile : new double[] {.1, 1, 50, 90, 99, 99.9, 100}) {
            assertThat(counts.percentile(percentile)).isEqualTo(Double.valueOf(expected.percentile(percentile)));
        }
        for (int i = 0; i < 200; i++) {
            double value = Math.exp(-9 + 22 * random.nextDouble());
            assertThat(counts.below(value)).as("below %s", value).isEqualTo(expected.below(value));
        }
        if (expected.n() > 0) {
            assertThat(counts.min()).isEqualTo(expected.min());
            assertThat(counts.max()).isEqualTo(expected.max());
        }
    }

    @Test
    void countsNothingBelowZeroOrTheSmallest() {
        DistributionBuilder draft = new DistributionBuilder();
        draft.add(0);
        draft.add(5);

        assertThat(draft.counts().below(-1)).isZero();
        assertThat(draft.counts().below(0)).isZero();
        assertThat(draft.counts().below(.001)).isEqualTo(1);
        assertThat(draft.counts().below(5)).isEqualTo(1);
        assertThat(draft.counts().below(6)).isEqualTo(2);
    }

    @Test
    void saysThatThereAreNone() {
        ValueCounts none = ValueCounts.sum(List.of());

        assertThat(none.n()).isZero();
        assertThat(none.percentile(50)).isNaN();
        assertThat(none.below(1e9)).isZero();
        assertThat(none).hasToString("no samples");
    }
}
