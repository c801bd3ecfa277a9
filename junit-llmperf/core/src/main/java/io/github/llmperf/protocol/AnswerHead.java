package io.github.llmperf.protocol;

import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Status and headers of an answer.
 *
 * @param status HTTP status
 * @param headers by name in lower case
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record AnswerHead(int status, Map<String, String> headers) {

    /** Java itself would also take a sign, hexadecimal digits, {@code NaN} and the suffix of a type. */
    private static final Pattern DECIMAL = Pattern.compile("(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?");

    /**
     * Copies the headers.
     */
    public AnswerHead {
        headers = Map.copyOf(headers);
    }

    /**
     * Returns a header.
     *
     * @param name in lower case
     * @return its value; null when there is none
     */
    public @Nullable String header(String name) {
        return headers.get(name);
    }

    /**
     * Returns the media type without parameters.
     *
     * @return such as {@code text/event-stream}, in lower case; empty when there is none
     */
    public String contentType() {
        String value = headers.getOrDefault("content-type", "");
        int parameters = value.indexOf(';');
        return (parameters < 0 ? value : value.substring(0, parameters)).trim().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns whether the status is 2xx.
     *
     * @return true for 200 to 299
     */
    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /**
     * Returns how long the server asks to wait: {@code retry-after-ms} before {@code retry-after}, which may be seconds
     * or a date (then counted from the header {@code date}).
     *
     * @return milliseconds; empty when it does not say
     */
    public OptionalLong retryAfterMillis() {
        OptionalDouble millis = number(header("retry-after-ms"));
        if (millis.isPresent()) {
            return OptionalLong.of(Math.round(millis.getAsDouble()));
        }
        OptionalDouble seconds = number(header("retry-after"));
        if (seconds.isPresent()) {
            return OptionalLong.of(Math.round(seconds.getAsDouble() * 1000));
        }
        return between(header("date"), header("retry-after"));
    }

    private static OptionalLong between(@Nullable String now, @Nullable String then) {
        if (now == null || then == null) {
            return OptionalLong.empty();
        }
        try {
            long millis = Duration.between(date(now), date(then)).toMillis();
            return OptionalLong.of(Math.max(0, millis));
        } catch (DateTimeParseException e) {
            return OptionalLong.empty();
        }
    }

    private static ZonedDateTime date(String text) {
        return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
    }

    /**
     * Reads a number of 0 or more, as headers carry it, decimals included.
     *
     * @param text value of a header; null when there is none
     * @return the number; empty when there is none, or none that can be meant
     */
    public static OptionalDouble number(@Nullable String text) {
        if (text == null || !DECIMAL.matcher(text.trim()).matches()) {
            return OptionalDouble.empty();
        }
        double value = Double.parseDouble(text.trim());
        return value < 1e12 ? OptionalDouble.of(value) : OptionalDouble.empty();
    }
}
