package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTests {

    @ParameterizedTest
    @CsvSource({
        "1.05, +105 %",
        ".5, +50 %",
        "-.042, −4.2 %",
        "0, ±0 %",
        ".0004, ±0 %",
        "-.0004, ±0 %",
        ".0006, +0.1 %",
        ".0994, +9.9 %",
        ".0996, +10 %",
        ".104, +10 %",
        "-.995, −100 %"
    })
    void writesChangesWithTheirSign(double change, String expected) {
        assertThat(Numbers.change(change)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "5.5, +5.5 points",
        "-1, −1 points",
        "0, ±0 points",
        ".004, ±0 points",
        ".006, +0.01 points",
        "-.006, −0.01 points"
    })
    void writesDifferencesOfPercentagesInPoints(double difference, String expected) {
        assertThat(Numbers.points(difference)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1, 1 run", "0, 0 runs", "2, 2 runs", "1200, '1,200 runs'"})
    void counts(long number, String expected) {
        assertThat(Numbers.count(number, "run")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"999.94, 999.9", "1000, '1,000'", "-1234.5, '-1,234'", "12345.6, '12,346'", "Infinity, ∞"})
    void separatesThousands(double value, String expected) {
        assertThat(Numbers.number(value)).isEqualTo(expected);
        assertThat(Numbers.quantity(value, Unit.TOKENS)).isEqualTo(expected + " tokens");
    }

    @Test
    void saysHowALimitIsBroken() {
        assertThat(Numbers.brokenBound(Limit.parse("ttft <= 3s"))).isEqualTo("> 3,000 ms");
        assertThat(Numbers.brokenBound(Limit.parse("ttft < 3s"))).isEqualTo("≥ 3,000 ms");
        assertThat(Numbers.brokenBound(Limit.parse("requestRate >= 5/s"))).isEqualTo("< 5 requests/s");
        assertThat(Numbers.brokenBound(Limit.parse("requestRate > 5/s"))).isEqualTo("≤ 5 requests/s");
        assertThat(Numbers.bound(Limit.parse("ttft <= 3s"))).isEqualTo("≤ 3,000 ms");
    }
}
