package io.github.llmperf.settings;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * One setting as it was written, and where: parsing it late lets every message name the place.
 *
 * @param name such as {@code @LlmLoad(timeout)} or {@code llmperf.timeout}
 * @param place of the annotation, such as {@code RagLatencyTest.staysResponsive}; empty for a configuration parameter
 * @param values the text of each element; one for attributes that are no arrays
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Setting(String name, String place, List<String> values) {

    /** Other digits than 0 to 9 would be read, but shown and compared as another text. */
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]+");

    public Setting {
        values = List.copyOf(values);
    }

    public Setting(String name, List<String> values) {
        this(name, "", values);
    }

    /** Returns where it was written, such as {@code @LlmLoad(timeout) on RagLatencyTest.staysResponsive}. */
    String origin() {
        return place.isEmpty() ? name : name + " on " + place;
    }

    /** Returns other values that were written at the same place. */
    public Setting with(List<String> others) {
        return new Setting(name, place, others);
    }

    public String single() {
        if (values.size() != 1) {
            throw wrong("value must be one, but there are " + values.size() + ": " + values);
        }
        return values.get(0);
    }

    public <T> T parse(Function<String, T> parser) {
        return parseText(single(), parser);
    }

    <T> List<T> parseAll(Function<String, T> parser) {
        if (values.isEmpty()) {
            throw wrong("value must not be empty");
        }
        return values.stream().map(text -> parseText(text, parser)).toList();
    }

    static int toInt(String text) {
        try {
            return Math.toIntExact(toLong(text));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "value must be a whole number of at most 2147483647, but is \"" + text + "\"", e);
        }
    }

    /**
     * Reads a whole number within bounds.
     *
     * @param purpose what it is for, such as {@code " to calibrate"}; may be empty
     */
    static int toInt(String text, int least, int most, String purpose) {
        int value = toInt(text);
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "value must be from " + least + " to " + most + purpose + ", but is " + text.trim());
        }
        return value;
    }

    static long toLong(String text) {
        try {
            if (WHOLE.matcher(text.trim()).matches()) {
                return Long.parseLong(text.trim());
            }
            throw new NumberFormatException("not of the digits 0 to 9");
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("value must be a whole number, but is \"" + text + "\"", e);
        }
    }

    public static double toDouble(String text) {
        try {
            return Double.parseDouble(text.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("value must be a number, but is \"" + text + "\"", e);
        }
    }

    public static boolean toSwitch(String text) {
        return switch (text.trim().toLowerCase(java.util.Locale.ROOT)) {
            case "on", "true" -> true;
            case "off", "false" -> false;
            default -> throw new IllegalArgumentException("value must be on or off, but is \"" + text + "\"");
        };
    }

    static <E extends Enum<E>> E toEnum(String text, Class<E> type) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(text.trim().replace('-', '_'))) {
                return constant;
            }
        }
        throw new IllegalArgumentException("value must be one of "
                + java.util.Arrays.stream(type.getEnumConstants())
                        .map(Enum::name)
                        .filter(name -> !name.equals("UNSET"))
                        .toList()
                + ", but is \"" + text + "\"");
    }

    private <T> T parseText(String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()), e);
        }
    }

    public ExtensionConfigurationException wrong(String message) {
        return new ExtensionConfigurationException(origin() + ": " + message);
    }

    private ExtensionConfigurationException wrong(String message, Exception cause) {
        return new ExtensionConfigurationException(origin() + ": " + message, cause);
    }
}
