package io.github.llmperf.metric;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The unit that values of a {@link Metric} are kept and shown in.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum Unit {
    /** Milliseconds, fractions allowed. */
    MILLISECONDS("ms"),
    /** Milliseconds for each token. */
    MILLISECONDS_PER_TOKEN("ms/token"),
    /** Tokens in a second. */
    TOKENS_PER_SECOND("tokens/s"),
    /** Unicode code points in a second. */
    CHARS_PER_SECOND("chars/s"),
    /** Requests in a second. */
    REQUESTS_PER_SECOND("requests/s"),
    /** Percent, 0 to 100. */
    PERCENT("%"),
    /** Requests. */
    REQUESTS("requests"),
    /** Concurrent users. */
    USERS("users"),
    /** Bytes. */
    BYTES("bytes"),
    /** Tokens. */
    TOKENS("tokens"),
    /** Unicode code points. */
    CHARS("chars");

    private final String symbol;

    Unit(String symbol) {
        this.symbol = symbol;
    }

    /**
     * Returns the unit as it stands behind a number, such as {@code ms} or {@code tokens/s}.
     *
     * @return the symbol
     */
    public String symbol() {
        return symbol;
    }

    /**
     * Returns whether it counts something each second.
     *
     * @return true for rates
     */
    public boolean isRate() {
        return switch (this) {
            case TOKENS_PER_SECOND, CHARS_PER_SECOND, REQUESTS_PER_SECOND -> true;
            default -> false;
        };
    }

    @Override
    public String toString() {
        return symbol;
    }
}
