package io.github.llmperf.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectionTests {

    @ParameterizedTest
    @CsvSource({"LOWER, 1, lower", "HIGHER, -1, higher", "NEITHER, 0, none"})
    void turnsADifferenceSoThatPositiveIsWorse(Direction direction, int sign, String name) {
        assertThat(direction.worseSign()).isEqualTo(sign);
        assertThat(direction.jsonName()).isEqualTo(name);
    }
}
