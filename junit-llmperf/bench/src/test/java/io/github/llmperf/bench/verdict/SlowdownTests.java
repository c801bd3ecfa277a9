package io.github.llmperf.bench.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlowdownTests {

    private static final RunRecord RUN = Slowdown.record(
            IntStream.rangeClosed(1, 10).asDoubleStream().map(i -> 100 * i).toArray(),
            IntStream.rangeClosed(1, 10).asDoubleStream().toArray(),
            11);

    private static BenchCell cell(BenchCell.Effect on) {
        return new BenchCell("test", BenchCell.Source.RECORDED, 0, 0, 0, 0, 50, 1, 1, .20, on, 0, 0, false, 1, 1);
    }

    @Test
    void ofEverythingTakesAFactorOffTheRate() {
        RunRecord slowed = Slowdown.of(RUN, cell(BenchCell.Effect.ALL));
        assertThat(slowed.ttft()[3]).isEqualTo(480);
        assertThat(slowed.tpot()[3]).isCloseTo(4.8, within(1e-12));
        assertThat(slowed.rate()[3]).isCloseTo(RUN.rate()[3] / 1.2, within(1e-9));
    }

    @Test
    void ofTheFirstTokenLeavesTheOthersAlone() {
        RunRecord slowed = Slowdown.of(RUN, cell(BenchCell.Effect.TTFT));
        assertThat(slowed.ttft()[3]).isEqualTo(480);
        assertThat(slowed.tpot()).isEqualTo(RUN.tpot());
        assertThat(slowed.rate()[3]).isCloseTo(1000 * 11 / (480 + 10 * 4.), within(1e-9));
    }

    @Test
    void ofTheTailLeavesOtherRequestsAlone() {
        RunRecord slowed = Slowdown.of(RUN, cell(BenchCell.Effect.TAIL));
        assertThat(slowed.ttft()[7]).isEqualTo(800);
        assertThat(slowed.ttft()[8]).isEqualTo(1080);
    }

    @Test
    void valuesAreWorseTheLargerTheyAre() {
        double[] values = RUN.values();
        double[] slowed = Slowdown.of(RUN, cell(BenchCell.Effect.ALL)).values();
        for (int i = 0; i < values.length; i++) {
            assertThat(slowed[i]).isCloseTo(1.2 * values[i], within(1e-9));
        }
        assertThat(values[0]).isEqualTo(500);
        assertThat(values[1]).isEqualTo(900);
    }
}
