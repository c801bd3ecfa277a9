package io.github.llmperf.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.llmperf.plan.CapacityPlan.Kind;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityPlanTests {

    private static final CapacityPlan USERS = CapacityPlan.standard(Kind.USERS, 1, 1000);
    private static final CapacityPlan RATE = CapacityPlan.standard(Kind.REQUEST_RATE, .5, 64);

    @ParameterizedTest
    @CsvSource({"90, 112", "280, 36", "320, 32", "900, 12", "10, 1000", "180, 56", "45, 223", "100, 100", "10000, 1"})
    void roundsNodesUp(double perNode, int nodes) {
        assertThat(USERS.nodes(perNode, 10_000)).isEqualTo(nodes);
    }

    @ParameterizedTest
    @CsvSource({"100, .2, 125", "90, .2, 139", "100, .5, 200"})
    void keepsHeadroomFree(double perNode, double headroom, int nodes) {
        CapacityPlan plan = new CapacityPlan(Kind.USERS, 1, 10, OptionalDouble.empty(), headroom, .9, .05, 12);
        assertThat(plan.nodes(perNode, 10_000)).isEqualTo(nodes);
    }

    @Test
    void refusesToPlanWithNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> USERS.nodes(0, 10))
                .withMessage("a node must carry something, but carries 0.0");
    }

    @Test
    void roundsUsersToWholeOnes() {
        assertThat(USERS.round(92.4)).isEqualTo(92);
        assertThat(USERS.round(.2)).isEqualTo(1);
        assertThat(USERS.above(92)).isEqualTo(93);
        assertThat(USERS.below(92)).isEqualTo(91);
    }

    @Test
    void roundsRatesToThreeDigits() {
        assertThat(RATE.round(12.3456)).isEqualTo(12.3);
        assertThat(RATE.round(RATE.above(12.3))).isEqualTo(12.4);
        assertThat(RATE.below(12.3)).isEqualTo(12.2);
        assertThat(RATE.round(RATE.above(.998))).isEqualTo(.999);
    }

    @Test
    void saysAmountsInWords() {
        assertThat(USERS.text(1)).isEqualTo("1 user");
        assertThat(USERS.text(1200)).isEqualTo("1,200 users");
        assertThat(RATE.text(12.5)).isEqualTo("12.5 requests/s");
        assertThat(USERS).hasToString("1 to 1,000 users");
    }

    @Test
    void refusesARangeWithoutRoom() {
        assertThatIllegalArgumentException().isThrownBy(() -> CapacityPlan.standard(Kind.USERS, 5, 4));
    }
}
