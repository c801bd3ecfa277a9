package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.llmperf.CapacityLayouts.Layout;
import org.junit.jupiter.api.Test;

class CapacityLayoutsTests {

    private static final CapacityLayouts LAYOUTS =
            CapacityLayouts.none().layout("1 × 8 cards", 1, 8, 700).layout("2 × 4 cards", 2, 4, 450);

    @Test
    void findsTheLayoutThatTakesTheFewestNodes() {
        Layout best = LAYOUTS.best(10_000);
        assertThat(best.name()).isEqualTo("2 × 4 cards");
        assertThat(best.perNode()).isEqualTo(900);
        assertThat(best.nodes(10_000)).isEqualTo(12);
        assertThat(best.cards(10_000)).isEqualTo(96);
    }

    @Test
    void ranksAllLayouts() {
        assertThat(LAYOUTS.ranked(10_000))
                .extracting(layout -> layout.nodes(10_000))
                .containsExactly(12, 15);
    }

    @Test
    void prefersFewerCardsWhereNodesAreEqual() {
        CapacityLayouts equal =
                CapacityLayouts.none().layout("8 cards", 1, 8, 500).layout("4 cards", 1, 4, 500);
        assertThat(equal.best(1_000).name()).isEqualTo("4 cards");
    }

    @Test
    void refusesAnInstanceThatCarriesNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LAYOUTS.layout("1 × 1 card", 1, 1, 0))
                .withMessage("an instance of 1 × 1 card must carry something to be planned with, but carries 0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LAYOUTS.layout("none", 0, 1, 5))
                .withMessage("instances and cards of none must be 1 or more, but are 0 and 1");
    }

    @Test
    void refusesToChooseFromNothing() {
        assertThatIllegalStateException()
                .isThrownBy(() -> CapacityLayouts.none().best(10))
                .withMessage("there must be a layout to choose from; add one");
    }

    @Test
    void refusesAPlanThatIsNone() {
        Layout layout = CapacityLayouts.none().layout("a", 1, 8, 100.0).best(100);

        for (double planned : new double[] {-5, 0, Double.NaN, 1e15}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> layout.nodes(planned))
                    .withMessageStartingWith("planned must be above 0 and below 2147483647, but is ");
        }
    }
}
