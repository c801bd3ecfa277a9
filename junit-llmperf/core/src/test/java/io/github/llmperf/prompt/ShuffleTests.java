package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShuffleTests {

    @Test
    void takesEachPositionOncePerCycle() {
        Shuffle shuffle = new Shuffle(24, 7);

        for (int cycle = 0; cycle < 50; cycle++) {
            assertThat(cycle(shuffle, 24, cycle))
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, 24).boxed().toList());
        }
    }

    @Test
    void ordersEachCycleAnew() {
        Shuffle shuffle = new Shuffle(24, 7);

        assertThat(IntStream.range(0, 50).mapToObj(cycle -> cycle(shuffle, 24, cycle)))
                .doesNotHaveDuplicates();
    }

    @Test
    void ordersBySeed() {
        assertThat(IntStream.range(0, 50).mapToObj(seed -> cycle(new Shuffle(24, seed), 24, 0)))
                .doesNotHaveDuplicates();
    }

    @Test
    void keepsItsOrderFromReleaseToRelease() {
        assertThat(cycle(new Shuffle(8, 42), 8, 0)).containsExactly(4, 5, 7, 3, 6, 0, 1, 2);
        assertThat(cycle(new Shuffle(8, 42), 8, 1)).containsExactly(6, 2, 1, 0, 7, 4, 3, 5);
    }

    @Test
    void prefersNoPositionOverAnother() {
        int[] firsts = new int[6];
        for (int cycle = 0; cycle < 6_000; cycle++) {
            firsts[new Shuffle(6, cycle).position(0)]++;
        }

        assertThat(IntStream.of(firsts)).allSatisfy(n -> assertThat(n).isBetween(850, 1150));
    }

    @Test
    void needsNoOrderForOnePrompt() {
        assertThat(new Shuffle(1, 3).position(Integer.MAX_VALUE)).isZero();
    }

    private static List<Integer> cycle(Shuffle shuffle, int size, int cycle) {
        return IntStream.range(cycle * size, (cycle + 1) * size)
                .map(shuffle::position)
                .boxed()
                .toList();
    }
}
