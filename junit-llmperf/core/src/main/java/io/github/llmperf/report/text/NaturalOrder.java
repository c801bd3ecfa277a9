package io.github.llmperf.report.text;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The order in which people count: {@code users=2} before {@code users=16}, with numbers of any length and decimals. */
@API(status = Status.INTERNAL, since = "0.1")
public final class NaturalOrder implements Comparator<String> {

    /** The only one that is needed. */
    public static final Comparator<String> OF_TEXTS = new NaturalOrder();

    private static final Pattern PIECES = Pattern.compile("[0-9]+(?:\\.[0-9]+)?|[^0-9]+");

    private NaturalOrder() {}

    @Override
    public int compare(String one, String other) {
        Matcher left = PIECES.matcher(one);
        Matcher right = PIECES.matcher(other);
        while (left.find()) {
            if (!right.find()) {
                return 1;
            }
            int order = comparePieces(left.group(), right.group());
            if (order != 0) {
                return order;
            }
        }
        // 1 and 1.0 are one number, but two texts
        return right.find() ? -1 : one.compareTo(other);
    }

    private static int comparePieces(String one, String other) {
        return isNumber(one) && isNumber(other)
                ? new BigDecimal(one).compareTo(new BigDecimal(other))
                : one.compareTo(other);
    }

    private static boolean isNumber(String piece) {
        return piece.charAt(0) >= '0' && piece.charAt(0) <= '9';
    }
}
