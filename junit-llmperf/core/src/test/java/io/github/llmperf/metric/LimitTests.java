package io.github.llmperf.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitTests {

    @ParameterizedTest
    @CsvSource({
        "itl.p99 < 400ms, itl.p99 < 400 ms",
        "ttft<=3s, ttft.mean ≤ 3000 ms",
        "outputTokenRate >= 100/s, outputTokenRate ≥ 100 tokens/s",
        "errorRate < 0.5%, errorRate < 0.5 %",
        "outputTokens.p50 > 10, outputTokens.p50 > 10 tokens",
        "serverTtft.p90 <= 1s, serverTtft.p90 ≤ 1000 ms"
    })
    void readsExpressions(String expression, String expected) {
        assertThat(Limit.parse(expression)).hasToString(expected);
    }

    @Test
    void boundsARateFromBelowAndALatencyFromAbove() {
        assertThat(Limit.of(Measure.parse("requestRate"), "5/s")).hasToString("requestRate ≥ 5 requests/s");
        assertThat(Limit.of(Measure.parse("ttft.p90"), "3s")).hasToString("ttft.p90 ≤ 3000 ms");
    }

    @Test
    void isMetAtItsValueUnlessStrict() {
        assertThat(Limit.parse("ttft <= 100ms").isMetBy(100)).isTrue();
        assertThat(Limit.parse("ttft < 100ms").isMetBy(100)).isFalse();
        assertThat(Limit.parse("ttft < 100ms").isMetBy(99.999)).isTrue();
        assertThat(Limit.parse("requestRate >= 5/s").isMetBy(5)).isTrue();
        assertThat(Limit.parse("requestRate > 5/s").isMetBy(4.9)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "ttft <= 100ms, 99, true",
        "ttft <= 100ms, 101, false",
        "requestRate >= 5/s, 6, true",
        "requestRate >= 5/s, 4, false",
        "requestRate > 5/s, 5.001, true"
    })
    void isMetOnTheBetterSide(String limit, double actual, boolean met) {
        assertThat(Limit.parse(limit).isMetBy(actual)).isEqualTo(met);
    }

    @Test
    void isNeverMetByWhatIsNoNumberOrInfinitelySlow() {
        assertThat(Limit.parse("ttft <= 100ms").isMetBy(Double.NaN)).isFalse();
        assertThat(Limit.parse("requestRate >= 1/s").isMetBy(Double.NaN)).isFalse();
        assertThat(Limit.parse("ttft <= 100ms").isMetBy(Double.POSITIVE_INFINITY))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ttft.p90 3s          | limit must be a measure, one of < <= > >=, and a value, as in \"itl.p99 < 400ms\", but is \"ttft.p90 3s\"",
                "ttft.p90 < 3         | value must have a unit, as in \"100ms\" or \"3s\", but is \"3\"",
                "ttft.p90 < -3s       | value must not be negative, as in \"100ms\" or \"3s\", but is \"-3s\"",
                "ttft.p90 < 3 tokens  | value must be in one of us, ms, s, m, h, as in \"100ms\" or \"3s\", but is \"3 tokens\"",
                "ttft.p90 < soon      | value must be a number with a unit, as in \"100ms\" or \"3s\", but is \"soon\"",
                "errorRate < 1        | value must have a unit, as in \"1%\", but is \"1\"",
                "errorRate < 1ms      | value must be in %, as in \"1%\", but is \"1ms\"",
                "outputTokenRate > 5s | value must be in tokens/s, as in \"100 tokens/s\", but is \"5s\""
            })
    void refusesWhatItCannotRead(String expression, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.parse(expression))
                .withMessage(message);
    }

    @ParameterizedTest
    @CsvSource({
        "3000, 3000",
        "3412.4, 3412",
        "12.3456, 12.35",
        "0.5, 0.5",
        "99.99, 99.99",
        "0, 0",
        "1e-7, 0.0000001",
        "-4.25, -4.25",
        "1234567.8, 1234568"
    })
    void writesNumbersForPeople(double value, String expected) {
        assertThat(Quantity.number(value)).isEqualTo(expected);
    }

    @Test
    void writesInfinityAndNoNumber() {
        assertThat(Quantity.number(Double.POSITIVE_INFINITY)).isEqualTo("∞");
        assertThat(Quantity.number(Double.NaN)).isEqualTo("–");
    }

    @ParameterizedTest
    @CsvSource({"500us, 0.5", "100ms, 100", "3s, 3000", "1.5 s, 1500", "5m, 300000", "2min, 120000", "1h, 3600000"})
    void readsTimes(String text, double millis) {
        assertThat(Quantity.parse(text, Unit.MILLISECONDS).value()).isEqualTo(millis);
    }
}
