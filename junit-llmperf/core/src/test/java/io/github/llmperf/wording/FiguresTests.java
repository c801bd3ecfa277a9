package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTests {

    @ParameterizedTest
    @CsvSource({
        ".234, +23 %",
        "-.0065, −0.7 %",
        "0, ±0 %",
        "-.00001, ±0 %",
        "12.5, '+1,250 %'",
        "Infinity, +∞",
        "-Infinity, −∞",
        "NaN, –"
    })
    void showsChangesWithTheirSign(double fraction, String shown) {
        assertThat(Figures.change(fraction)).isEqualTo(shown);
    }

    @Test
    void showsAnInterval() {
        assertThat(Figures.interval(-.01, .22)).isEqualTo("−1 % to +22 %");
    }

    @Test
    void showsLongLatenciesInSeconds() {
        assertThat(Figures.latency(999)).isEqualTo("999 ms");
        assertThat(Figures.latency(1500)).isEqualTo("1.5 s");
    }

    @Test
    void showsADashForWhatDoesNotExist() {
        assertThat(Figures.quantity(Double.NaN, Unit.MILLISECONDS)).isEqualTo("–");
        assertThat(Figures.part(Double.NaN)).isEqualTo("unknown");
    }

    @Test
    void countsInWords() {
        assertThat(Figures.count(1, "stored run")).isEqualTo("1 stored run");
        assertThat(Figures.count(0, "stored run")).isEqualTo("0 stored runs");
    }
}
