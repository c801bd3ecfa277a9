package io.github.llmperf.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CostCurveTests {

    @Test
    void isNotFlatWhileEventsBecomeCheaper() {
        assertThat(roundsUntilFlat(90, 70, 50, 40, 30, 20, 15)).isEqualTo(-1);
    }

    @Test
    void isFlatAfterTwoRoundsThatAreHardlyCheaper() {
        assertThat(roundsUntilFlat(90, 40, 20, 19, 18.5, 18)).isEqualTo(5);
    }

    @Test
    void goesOnWhereOneRoundWasNoCheaperAndTheNextIs() {
        assertThat(roundsUntilFlat(90, 40, 42, 30, 29, 31)).isEqualTo(6);
    }

    @Test
    void isNotFlooredByOneRoundThatWasDisturbed() {
        assertThat(roundsUntilFlat(40, 90, 30, 20)).isEqualTo(-1);
    }

    @Test
    void isNeverFlatWhereCostsAreNotKnown() {
        assertThat(roundsUntilFlat(Double.NaN, Double.NaN, Double.NaN, Double.NaN))
                .isEqualTo(-1);
    }

    /** Returns after how many rounds it is flat; −1 if it never is. */
    private static int roundsUntilFlat(double... costs) {
        CostCurve curve = new CostCurve();
        for (int i = 0; i < costs.length; i++) {
            curve.add(costs[i]);
            if (curve.isFlat()) {
                return i + 1;
            }
        }
        return -1;
    }
}
