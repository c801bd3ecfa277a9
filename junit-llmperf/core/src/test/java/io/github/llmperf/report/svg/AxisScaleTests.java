package io.github.llmperf.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AxisScaleTests {

    @Test
    void takesEvenStepsForWhatLiesWithinADecade() {
        assertThat(AxisScale.around(40, 120)).isEqualTo(LinearScale.around(40, 120));
        assertThat(AxisScale.around(40, 399)).isInstanceOf(LinearScale.class);
        assertThat(AxisScale.around(7, 7)).isInstanceOf(LinearScale.class);
    }

    @Test
    void takesEvenFactorsForWhatSpreadsFurther() {
        assertThat(AxisScale.around(40, 400)).isEqualTo(LogScale.around(40, 400));
    }

    @Test
    void givesCloseValuesMoreRoomThanALogarithmWould() {
        AxisScale scale = AxisScale.around(42, 58);
        AxisScale logarithmic = LogScale.around(42, 58);

        assertThat(scale.position(58) - scale.position(42))
                .isGreaterThan(logarithmic.position(58) - logarithmic.position(42));
    }
}
