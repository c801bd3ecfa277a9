package io.github.llmperf.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTests {

    @ParameterizedTest
    @CsvSource({
        "0 ms, MILLISECONDS, 0",
        "+5ms, MILLISECONDS, 5",
        "12, TOKENS, 12",
        "12 tokens, TOKENS, 12",
        "12, REQUESTS, 12",
        "12, BYTES, 12",
        "12, CHARS, 12",
        "12/s, TOKENS_PER_SECOND, 12",
        "12 tokens/s, TOKENS_PER_SECOND, 12",
        "12/s, CHARS_PER_SECOND, 12",
        "1 ms/token, MILLISECONDS_PER_TOKEN, 1",
        "3%, PERCENT, 3"
    })
    void readsTheUnitsOfAMetric(String text, Unit unit, double value) {
        assertThat(Quantity.parse(text, unit)).isEqualTo(new Quantity(value, unit));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "12/s       | TOKENS                 | value must be in tokens, as in \"100 tokens\", but is \"12/s\"",
                "12/s       | PERCENT                | value must be in %, as in \"1%\", but is \"12/s\"",
                "12 chars/s | TOKENS_PER_SECOND      | value must be in tokens/s, as in \"100 tokens/s\", but is \"12 chars/s\"",
                "12         | TOKENS_PER_SECOND      | value must have a unit, as in \"100 tokens/s\", but is \"12\"",
                "12         | MILLISECONDS_PER_TOKEN | value must have a unit, as in \"100 ms/token\", but is \"12\"",
                "-0.5 bytes | BYTES                  | value must not be negative, as in \"100 bytes\", but is \"-0.5 bytes\""
            })
    void refusesTheUnitsOfAnother(String text, Unit unit, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.parse(text, unit))
                .withMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"999.94, 999.9", "999.96, 1000", "1000, 1000", "1000.4, 1000", "-1000.6, -1001", "0.00004, 0.00004"})
    void writesFourDigitsBelowAThousandAndWholeNumbersAbove(double value, String text) {
        assertThat(Quantity.number(value)).isEqualTo(text);
    }

    @Test
    void writesWhatIsBelowEverything() {
        assertThat(Quantity.number(Double.NEGATIVE_INFINITY)).isEqualTo("−∞");
        assertThat(Quantity.number(-0.)).isEqualTo("0");
    }

    @Test
    void writesTheUnit() {
        assertThat(new Quantity(3, Unit.TOKENS_PER_SECOND)).hasToString("3 tokens/s");
        assertThat(Unit.PERCENT).hasToString("%");
    }
}
