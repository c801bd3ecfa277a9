package io.github.llmperf.bench.first;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.bench.first.Cell.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class OneRunnerTests {

    private final Results results = new Results();
    private double serverLate = 1;

    @Test
    void carriesTheLargestLoadThatMeetsItsTargets() {
        add(100, .5, .2, 0);
        add(500, 1.5, .8, 0);
        add(1_000, 5.5, 1, 0);

        assertThat(largest()).isEqualTo(500);
    }

    @Test
    void carriesNothingBeyondALoadThatMissesThem() {
        add(100, .5, .2, 0);
        add(500, 2.5, .8, 0);
        add(1_000, 4, 1, 0);

        assertThat(largest()).isEqualTo(100);
    }

    @Test
    void believesNoLoadThatLosesRequests() {
        add(100, .5, .2, 1);

        assertThat(largest()).isZero();
    }

    @Test
    void believesNoLoadWhoseGapsAreUnknown() {
        add(100, .5, Double.NaN, 0);

        assertThat(largest()).isZero();
    }

    @Test
    void believesNoLoadThatTheServerCouldNotSend() {
        serverLate = 6;
        add(100, .5, .2, 0);

        assertThat(largest()).isZero();
    }

    private int largest() {
        return new OneRunner(results).largest(Kind.CLOSED).map(Cell::streams).orElse(0);
    }

    private void add(int streams, double ttft, double gap, int lost) {
        results.add(
                new Cell(Kind.CLOSED, streams),
                List.of(new Figures(
                        ttft, ttft, gap, gap, 0, 5, 94 * streams, 4, serverLate, 500, 200, 3, 200, 0, lost, 0)));
    }
}
