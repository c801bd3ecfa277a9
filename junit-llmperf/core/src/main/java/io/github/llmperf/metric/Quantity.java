package io.github.llmperf.metric;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A number with its unit, as written in annotations and configuration keys: {@code "3s"}, {@code "100ms"}, {@code "1%"},
 * {@code "150 tokens/s"}.
 *
 * @param value in the unit's scale
 * @param unit the unit
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Quantity(double value, Unit unit) {

    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("([+-]?[0-9]+(?:\\.[0-9]+)?)\\s*(.*)");
    private static final Map<String, Double> TIMES =
            Map.of("us", .001, "ms", 1., "s", 1e3, "m", 60e3, "min", 60e3, "h", 3600e3);

    /**
     * Reads a number with a unit that fits.
     *
     * @param text the number, optional blanks, the unit; for rates {@code /s} alone is enough
     * @param unit the unit that the metric has
     * @return the quantity, converted to that unit
     * @throws IllegalArgumentException if the number or the unit cannot be read, does not fit, or is negative
     */
    public static Quantity parse(String text, Unit unit) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text.trim());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "value must be a number with a unit, " + example(unit) + ", but is \"" + text + "\"");
        }
        double number = Double.parseDouble(matcher.group(1));
        String symbol = matcher.group(2);
        if (symbol.isEmpty() && !isCount(unit)) {
            throw new IllegalArgumentException(
                    "value must have a unit, " + example(unit) + ", but is \"" + text + "\"");
        }
        if (number < 0) {
            throw new IllegalArgumentException(
                    "value must not be negative, " + example(unit) + ", but is \"" + text + "\"");
        }
        return new Quantity(number * factor(symbol, unit, text), unit);
    }

    private static double factor(String symbol, Unit unit, String text) {
        if (unit == Unit.MILLISECONDS) {
            Double factor = TIMES.get(symbol);
            if (factor != null) {
                return factor;
            }
        } else if (symbol.equals(unit.symbol()) || (symbol.isEmpty() && isCount(unit))) {
            return 1;
        } else if (symbol.equals("/s") && unit.symbol().endsWith("/s")) {
            return 1;
        }
        String expected = unit == Unit.MILLISECONDS ? "one of us, ms, s, m, h" : unit.symbol();
        throw new IllegalArgumentException(
                "value must be in " + expected + ", " + example(unit) + ", but is \"" + text + "\"");
    }

    private static boolean isCount(Unit unit) {
        return unit == Unit.REQUESTS
                || unit == Unit.USERS
                || unit == Unit.BYTES
                || unit == Unit.TOKENS
                || unit == Unit.CHARS;
    }

    private static String example(Unit unit) {
        return switch (unit) {
            case MILLISECONDS -> "as in \"100ms\" or \"3s\"";
            case PERCENT -> "as in \"1%\"";
            default -> "as in \"100 " + unit.symbol() + "\"";
        };
    }

    /**
     * Returns the value with at most four significant digits, without an exponent, and its unit.
     *
     * @return text such as {@code 3000 ms}, {@code 12.35 ms}, {@code 0.5 %}; {@code ∞} for infinity
     */
    @Override
    public String toString() {
        return number(value) + " " + unit.symbol();
    }

    /**
     * Returns a number as reports show it: whole from 1,000 on, else at most four significant digits, no exponent.
     *
     * @param value any value
     * @return text such as {@code 3000}, {@code 12.35}, {@code ∞} or {@code –} for not a number
     */
    public static String number(double value) {
        if (Double.isNaN(value)) {
            return "–";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "∞" : "−∞";
        }
        BigDecimal exact = BigDecimal.valueOf(value);
        BigDecimal rounded = Math.abs(value) >= 1000
                ? exact.setScale(0, RoundingMode.HALF_UP)
                : exact.round(new MathContext(4, RoundingMode.HALF_UP));
        if (rounded.signum() == 0) {
            return "0";
        }
        return rounded.stripTrailingZeros().toPlainString();
    }
}
