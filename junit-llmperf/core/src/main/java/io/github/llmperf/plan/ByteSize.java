package io.github.llmperf.plan;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Sizes in bytes as they are written in settings: {@code 64MB}. A kB is 1,024 bytes, an MB 1,024 kB, a GB 1,024 MB. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ByteSize {

    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([A-Za-z]+)");
    private static final Map<String, Long> UNITS = Map.of("b", 1L, "kb", 1L << 10, "mb", 1L << 20, "gb", 1L << 30);
    private static final BigDecimal LEAST = BigDecimal.valueOf(1L << 10);
    private static final BigDecimal MOST = BigDecimal.valueOf(16L << 30);

    private ByteSize() {}

    /**
     * Reads a size.
     *
     * @param text number and unit
     * @return bytes, 1 kB to 16 GB
     * @throws IllegalArgumentException if it cannot be read, has no unit or is out of range
     */
    public static long parse(String text) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text.trim());
        Long unit = matcher.matches() ? UNITS.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
        if (unit == null) {
            throw new IllegalArgumentException(
                    "value must be a number in one of B, kB, MB, GB, as in \"64MB\", but is \"" + text + "\"");
        }
        BigDecimal bytes = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
        if (bytes.compareTo(LEAST) < 0 || bytes.compareTo(MOST) > 0) {
            throw new IllegalArgumentException("value must be between 1kB and 16GB, but is \"" + text + "\"");
        }
        return bytes.setScale(0, RoundingMode.DOWN).longValueExact();
    }

    /**
     * Returns a size as it would be written in an annotation.
     *
     * @return such as {@code 64MB}; bytes where no larger unit fits exactly
     */
    public static String text(long bytes) {
        for (String unit : new String[] {"GB", "MB", "kB"}) {
            long size = UNITS.getOrDefault(unit.toLowerCase(Locale.ROOT), 1L);
            if (bytes >= size && bytes % size == 0) {
                return bytes / size + unit;
            }
        }
        return bytes + "B";
    }
}
