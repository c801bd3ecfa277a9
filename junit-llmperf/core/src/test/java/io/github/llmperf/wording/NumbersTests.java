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
        assertThat(Numbers.brokenOperator(Limit.parse("ttft <= 3s"))).isEqualTo(">");
        assertThat(Numbers.brokenOperator(Limit.parse("ttft < 3s"))).isEqualTo("≥");
        assertThat(Numbers.brokenOperator(Limit.parse("requestRate >= 5/s"))).isEqualTo("<");
        assertThat(Numbers.brokenOperator(Limit.parse("requestRate > 5/s"))).isEqualTo("≤");
        assertThat(Numbers.bound(Limit.parse("ttft <= 3s"))).isEqualTo("≤ 3,000 ms");
    }

    @Test
    void tellWhatBreaksALimitFromIt() {
        assertThat(Numbers.change(.154, .15)).isEqualTo(new Numbers.Apart("+15.4 %", "+15 %"));
        assertThat(Numbers.change(.1504, .15)).isEqualTo(new Numbers.Apart("+15.04 %", "+15 %"));
        assertThat(Numbers.change(.146, .1455)).isEqualTo(new Numbers.Apart("+14.6 %", "+14.55 %"));
        assertThat(Numbers.change(-.132, 1 / 1.15 - 1)).isEqualTo(new Numbers.Apart("−13.2 %", "−13 %"));
        assertThat(Numbers.change(.23, .10)).isEqualTo(new Numbers.Apart("+23 %", "+10 %"));
        assertThat(Numbers.change(.15, .15)).isEqualTo(new Numbers.Apart("+15 %", "+15 %"));
        assertThat(Numbers.change(Double.NaN, .15)).isEqualTo(new Numbers.Apart("–", "+15 %"));
        assertThat(Numbers.points(1.004, 1)).isEqualTo(new Numbers.Apart("+1.004 points", "+1 points"));
        assertThat(Numbers.quantity(1500.3, Limit.parse("ttft <= 1500ms")))
                .isEqualTo(new Numbers.Apart("1,500.3 ms", "1,500 ms"));
        assertThat(Numbers.quantity(1671, Limit.parse("ttft <= 1500ms")))
                .isEqualTo(new Numbers.Apart("1,671 ms", "1,500 ms"));
        assertThat(Numbers.setting(.154)).isEqualTo("15.4 %");
        assertThat(Numbers.setting(.15)).isEqualTo("15 %");
    }
}
